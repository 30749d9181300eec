import { expect, test } from 'vitest'
import type { StoreOfGroupDay } from '../../../contract/groups/group-day.ts'
import type { Need } from '../../../contract/home/home.ts'
import { hoursWithOrders } from './wall-hours.rules.ts'
import { heldMs, partAt, partMs, stepped } from './wall-turn.rules.ts'
import { wallNeedText } from './wall-needs.rules.ts'

test('each part is shown for twelve seconds, in turn', () => {
  expect([0, partMs - 1, partMs, partMs * 4, partMs * 5].map((ms) => partAt(ms, 5, null))).toEqual([
    0, 0, 1, 4, 0,
  ])
})

test('a step is kept for half a minute, then the clock decides again', () => {
  const now = partMs * 7
  const held = stepped(partAt(now, 5, null), -1, 5, now)
  expect(held.part).toBe(1)
  expect(partAt(now + heldMs - 1, 5, held)).toBe(1)
  expect(partAt(now + heldMs, 5, held)).toBe(4)
  expect(stepped(0, -1, 5, now).part).toBe(4)
})

test('what waits names neither a customer nor a phone', () => {
  const common = { key: 'k', storeId: '0198f000-0000-7000-8000-000000000001', deadline: null, since: null }
  const needs: Need[] = [
    {
      kind: 'accept',
      ...common,
      amountCents: 6_970,
      order: {
        id: common.storeId,
        displayId: '11',
        platform: 'ifood',
        type: 'DELIVERY',
        customer: 'Elisa Queiroz',
        version: 1,
        dies: true,
      },
    },
    { kind: 'paused', ...common, by: 'Marina Prado' },
    {
      kind: 'dispute',
      ...common,
      amountCents: 1_000,
      dispute: {
        id: common.storeId,
        platform: 'ifood',
        displayId: '4821',
        customer: 'Elisa Queiroz',
        message: 'Veio frio, liga 11 98888-7777',
      },
    },
    {
      kind: 'chats',
      ...common,
      count: 2,
      chat: {
        conversationId: common.storeId,
        name: 'Elisa Queiroz',
        phone: '+5511988887777',
        ordering: false,
      },
    },
    { kind: 'unsure', ...common, count: 1, to: { name: 'Elisa Queiroz', phone: '+5511988887777' } },
  ]
  const said = needs.map((need) => wallNeedText(need, 'PV')).join('; ')
  expect(said).toBe(
    'PV-11 espera aceite; Loja em pausa; Negociação do PV-4821; 2 conversas esperam; 1 mensagem em dúvida no WhatsApp',
  )
  expect(said).not.toMatch(/Elisa|Marina|98888|frio/)
})

test('the hours go from the first to the last in which one of the stores sells, or usually does', () => {
  const hour = (at: number, orders: number | null, usualOrders = 0) => ({
    hour: at,
    orders,
    usualOrders,
    farBelow: false,
  })
  const lunch = [hour(10, 0), hour(11, 3, 2), hour(12, 0), hour(18, null), hour(19, null)]
  const dinner = [hour(10, 0, 0.25), hour(11, 0), hour(12, 0), hour(18, null, 4), hour(19, null)]
  const shown = (...hours: (typeof lunch)[]) =>
    hoursWithOrders(hours.map((of) => ({ hours: of }) as StoreOfGroupDay)).map((store) =>
      store.hours.map((one) => one.hour),
    )
  expect(shown(lunch, dinner)).toEqual([
    [11, 12, 18],
    [11, 12, 18],
  ])
  expect(shown([hour(10, 0), hour(11, 0)])).toEqual([[10, 11]])
})
