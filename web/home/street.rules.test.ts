import { expect, test } from 'vitest'
import { frontOf, streetText, type StoreNow } from './street.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const zone = 'America/Sao_Paulo'
const idle = { placed: 0, preparing: 0, ready: 0, dispatched: 0, late: 0, oldestPlacedAt: null }
type Reason = StoreNow['status']['reasons'][number]
const reason = (code: Reason['code'], its: Partial<Reason> = {}): Reason => ({
  code,
  since: null,
  until: null,
  channel: null,
  message: '',
  fix: null,
  ...its,
})
const store = (reasons: readonly Reason[], waiting: Partial<StoreNow['waiting']> = {}): StoreNow => ({
  storeId: 's',
  name: 'Brasa',
  role: 'owner',
  status: { open: reasons.every(({ channel }) => channel !== null), reasons: [...reasons], nextChange: null },
  waiting: { ...idle, ...waiting },
  today: null,
})
const front = (one: StoreNow) => frontOf(one, now, zone)

test('an open store tells its orders, what is late first, and a channel that is closed', () => {
  expect(front(store([], { placed: 1, preparing: 6, dispatched: 4 }))).toEqual({
    drawing: { state: 'open', running: 11, waiting: 1 },
    line: '6 no preparo, 4 na rua',
    bad: false,
  })
  expect(front(store([], { preparing: 2, late: 1 }))).toMatchObject({
    line: '1 atrasado, 2 no preparo',
    bad: true,
  })
  expect(front(store([reason('channel-closed', { channel: 'ifood' })])).line).toBe('iFood fechado')
  expect(front(store([])).line).toBe('Aberta, sem pedidos')
})

test('a paused store says when it comes back, a closed one when it opens, by its own clock', () => {
  const paused = front(store([reason('store-paused', { until: '2026-11-20T23:40:00Z' })], { preparing: 3 }))
  expect(paused).toMatchObject({ drawing: { state: 'paused', running: 3 }, line: 'Pausada, volta às 20:40' })
  expect(front(store([reason('outside-hours', { until: '2026-11-21T13:00:00Z' })]))).toMatchObject({
    drawing: { state: 'closed' },
    line: 'Fechada, abre amanhã às 10h',
  })
  expect(front(store([reason('store-inactive')])).line).toBe('Desativada')
})

test('the street is counted in words', () => {
  const fronts = [store([]), store([]), store([reason('store-paused')]), store([reason('no-hours')])].map(
    front,
  )
  expect(streetText(fronts)).toBe('2 abertas, 1 pausada, 1 fechada')
})
