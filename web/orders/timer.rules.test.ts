import { describe, expect, test } from 'vitest'
import type { Order } from '../../contract/orders/orders.ts'
import { sampleOrder } from '../testing/sample-order.ts'
import { deviceZone } from '../browser/device-zone.ts'

import { columnsOf } from './orders.rules.ts'
import { acceptanceOf, isLate, scheduleText, timerOf } from './timer.rules.ts'

const now = new Date('2026-11-20T20:30:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const terms = { timezone: deviceZone(), acceptWithinMs: 10 * 60_000 }
const own = (waited: number, changes: Partial<Order> = {}) =>
  sampleOrder({ createdAt: at(-waited), promisedAt: at(40), ...changes })
const ifood = (left: number, changes: Partial<Order> = {}) =>
  sampleOrder({ platform: 'ifood', createdAt: at(left - 8), confirmBy: at(left), ...changes })

describe('a new order counts down to its acceptance', () => {
  test('of a marketplace to the deadline of the channel', () => {
    expect(acceptanceOf(ifood(6), now, terms)).toMatchObject({ tone: 'calm', text: 'aceitar em 6:00' })
    expect(acceptanceOf(ifood(3.5), now, terms)).toMatchObject({ tone: 'soon', clock: '3:30' })
    expect(acceptanceOf(ifood(0.75), now, terms)).toMatchObject({ tone: 'late', clock: '0:45' })
    expect(acceptanceOf(ifood(-0.5), now, terms)?.text).toBe('prazo de aceite vencido')
  })

  test('of the own channel to the target of its store', () => {
    expect(acceptanceOf(own(4), now, terms)).toMatchObject({ tone: 'calm', clock: '6:00' })
    expect(acceptanceOf(own(6), now, terms)).toMatchObject({ tone: 'soon', clock: '4:00' })
    expect(acceptanceOf(own(8), now, terms)).toMatchObject({ tone: 'late', clock: '2:00' })
    expect(acceptanceOf(own(22), now, terms)).toMatchObject({
      tone: 'late',
      clock: '+12:00',
      text: 'aceite atrasado 12:00',
    })
    expect(acceptanceOf(own(1), now, { ...terms, acceptWithinMs: 120_000 })?.clock).toBe('1:00')
  })

  test('and the bar shows the time that is left, whatever was promised to the customer', () => {
    expect(timerOf(ifood(2, { promisedAt: at(400) }), now, terms)).toMatchObject({
      share: 0.25,
      tone: 'late',
    })
    expect(timerOf(ifood(8), now, terms)).toMatchObject({ share: 1, tone: 'calm' })
  })

  test('an accepted order has none', () => {
    expect(acceptanceOf(ifood(1, { status: 'confirmed' }), now, terms)).toBeNull()
  })

  test('only a channel that cancels on its own warns of it, in the last two minutes', () => {
    expect(acceptanceOf(ifood(1), now, terms)?.warning).toMatch(
      /^Sem aceite até \d\d:\d\d, o iFood cancela sozinho\.$/,
    )
    expect(acceptanceOf(ifood(3), now, terms)?.warning).toBeNull()
    expect(acceptanceOf(own(22), now, terms)?.warning).toBeNull()
  })
})

describe('new orders are sorted by what is left to accept them', () => {
  const sorted = (...orders: Order[]) =>
    columnsOf(orders, now, () => terms)
      .get('new')
      ?.map((order) => order.displayId)

  test('a younger marketplace order before an older own one that has more time', () => {
    expect(sorted(own(5, { displayId: 'own' }), ifood(4, { displayId: 'ifood' }))).toEqual(['ifood', 'own'])
  })

  test('an order that its channel cancels within two minutes before overdue own ones', () => {
    const overdue = own(22, { displayId: 'overdue' })
    expect(sorted(overdue, ifood(1, { displayId: 'dying' }))).toEqual(['dying', 'overdue'])
    expect(sorted(overdue, ifood(3, { displayId: 'alive' }))).toEqual(['overdue', 'alive'])
  })

  test('by the target of each store', () => {
    const orders = [
      own(2, { displayId: 'patient', storeId: 'a' }),
      own(1, { displayId: 'quick', storeId: 'b' }),
    ]
    const termsOf = ({ storeId }: Order) => ({
      ...terms,
      acceptWithinMs: (storeId === 'b' ? 3 : 10) * 60_000,
    })
    expect(
      columnsOf(orders, now, termsOf)
        .get('new')
        ?.map((order) => order.displayId),
    ).toEqual(['quick', 'patient'])
  })
})

test('the timer of an accepted order is calm, then soon, then late, and its text agrees', () => {
  const kitchen = (created: number, promised: number) =>
    timerOf(
      sampleOrder({ status: 'preparing', createdAt: at(created), promisedAt: at(promised) }),
      now,
      terms,
    )
  expect(kitchen(-10, 40)).toMatchObject({ tone: 'calm', text: '10 de 50\u00a0min' })
  expect(kitchen(-40, 10)).toMatchObject({ tone: 'soon', text: '40 de 50\u00a0min' })
  expect(kitchen(-56, -6)).toMatchObject({ tone: 'late', text: '56 de 50\u00a0min', share: 1 })
  expect(kitchen(-150, -100)).toMatchObject({ tone: 'late', text: '2\u00a0h 30 de 50\u00a0min' })
})

test('an order that is ready says for how long it waits', () => {
  const ready = sampleOrder({ status: 'ready', createdAt: at(-20), statusSince: at(-6), promisedAt: at(5) })
  expect(timerOf(ready, now, terms)).toMatchObject({ tone: 'soon', text: 'pronto há 6\u00a0min' })
})

describe('an order whose time is over for the store is never late', () => {
  const overdue = { createdAt: at(-54), promisedAt: at(-4), statusSince: at(-6) }
  const orders = [
    ['delivered by the store', { status: 'delivered' }, 'calm', 'entregue há 6\u00a0min'],
    [
      'delivered by a marketplace',
      { status: 'delivered', platform: 'ifood' },
      'calm',
      'entregue há 6\u00a0min',
    ],
    [
      'ready for a customer who collects it',
      { status: 'ready', type: 'TAKEOUT' },
      'waits',
      'pronto há 6\u00a0min',
    ],
  ] as const

  test.each(orders)('%s: no bar that fills, no late sound', (_name, changes, tone, text) => {
    const order = sampleOrder({ ...overdue, ...changes })
    expect(timerOf(order, now, terms)).toEqual({ tone, text, share: 0, acceptance: null })
    expect(isLate(order, now)).toBe(false)
  })

  test('one that a table or a courier waits for is late', () => {
    for (const changes of [{ type: 'INDOOR' }, { type: 'DELIVERY' }] as const) {
      const order = sampleOrder({ ...overdue, status: 'ready', ...changes })
      expect(timerOf(order, now, terms).tone).toBe('late')
      expect(isLate(order, now)).toBe(true)
    }
  })
})

test('a scheduled order shows the day and the time of its store', () => {
  const on = (minutes: number) =>
    sampleOrder({ timing: 'SCHEDULED', schedule: { start: at(minutes), end: at(minutes + 30) } })
  expect(scheduleText(on(30), now, 'America/Sao_Paulo')).toMatch(/^Agendado para 18:00–18:30/)
  expect(scheduleText(on(30), now, 'America/Manaus')).toMatch(/^Agendado para 17:00–17:30/)
  expect(scheduleText(on(24 * 60), now, 'America/Sao_Paulo')).toMatch(/^Agendado amanhã /)
  expect(scheduleText(on(72 * 60), now, 'America/Sao_Paulo')).toMatch(/^Agendado 23\/11 /)
  // 02:45 UTC is still yesterday's evening there.
  expect(scheduleText(on(6 * 60 + 15), now, 'America/Manaus')).toMatch(/^Agendado para 22:45/)
})
