import { expect, test } from 'vitest'
import { frontOf, streetText, type StoreNow } from './street.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
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
  pausedBy: null,
  status: { open: reasons.every(({ channel }) => channel !== null), reasons: [...reasons], nextChange: null },
  waiting: { ...idle, ...waiting },
  whatsapp: null,
  afterSale: { disputes: 0, reviews: 0 },
  today: null,
})
const front = (one: StoreNow, zone: string | undefined = 'America/Sao_Paulo') => {
  const { drawing, late, line } = frontOf(one, zone, now)
  return { drawing, late: late?.replaceAll('\u00a0', ' ') ?? null, line: line.replaceAll('\u00a0', ' ') }
}

test('an open store tells its orders and a channel that is closed', () => {
  expect(front(store([], { placed: 1, preparing: 6, dispatched: 4 }))).toEqual({
    drawing: { state: 'open', running: 11, waiting: 1 },
    late: null,
    line: '6 no preparo, 4 na rua',
  })
  expect(front(store([reason('channel-closed', { channel: 'ifood' })])).line).toBe('iFood fechado')
  expect(front(store([])).line).toBe('Aberta, sem pedidos')
})

test('what is late is apart from the line, so that it alone is an alarm', () => {
  expect(front(store([], { preparing: 2, late: 1 }))).toMatchObject({
    late: '1 atrasado',
    line: '2 no preparo',
  })
  expect(front(store([], { placed: 2, late: 2 }))).toMatchObject({ late: '2 atrasados', line: '' })
})

test('a paused store says when it comes back, a closed one when it opens, by its own clock', () => {
  const paused = store([reason('store-paused', { until: '2026-11-20T23:40:00Z' })], { preparing: 3 })
  expect(front(paused)).toMatchObject({
    drawing: { state: 'paused', running: 3 },
    line: 'Pausada, volta às 20:40',
  })
  expect(front(paused, 'America/Manaus').line).toBe('Pausada, volta às 19:40')
  expect(front(store([reason('store-paused')])).line).toBe('Pausada')
  expect(front(store([reason('outside-hours', { until: '2026-11-21T13:00:00Z' })]))).toMatchObject({
    drawing: { state: 'closed' },
    line: 'Fechada, abre amanhã às 10h',
  })
  expect(front(store([reason('store-inactive')])).line).toBe('Desativada')
  expect(front(store([reason('no-hours')])).line).toBe('Fechada, sem horários')
  expect(front(store([reason('nothing-to-sell'), reason('outside-hours')])).line).toBe(
    'Fechada, nada à venda',
  )
})

test('a store whose zone is not known says no time', () => {
  const closed = store([reason('outside-hours', { until: '2026-11-21T13:00:00Z' })])
  expect(frontOf(closed, undefined, now).line).toBe('Fechada')
})

test('a pause outside the hours is closed', () => {
  expect(front(store([reason('store-paused'), reason('outside-hours')])).drawing.state).toBe('closed')
})

test('the street is counted in words', () => {
  const fronts = [store([]), store([]), store([reason('store-paused')]), store([reason('no-hours')])]
  expect(streetText(fronts.map((one) => frontOf(one, 'America/Sao_Paulo', now)))).toBe(
    '2 abertas, 1 pausada, 1 fechada',
  )
})

test('a paused front says who paused the store, and until when', () => {
  const paused = { ...store([reason('store-paused', { until: '2026-11-20T23:40:00Z' })]), pausedBy: 'Marina' }
  const { status } = paused
  expect(front({ ...paused, status: { ...status, open: false } }).line).toBe(
    'Pausada por Marina, volta às 20:40',
  )
})
