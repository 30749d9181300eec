import { expect, test } from 'vitest'
import { frontOf } from './store-front.rules.ts'

type Now = Parameters<typeof frontOf>[0]
const now = new Date('2026-11-20T23:14:00Z')
const reason = (code: Now['status']['reasons'][number]['code'], until: string | null = null) => ({
  code,
  until,
  since: null,
  channel: null,
  message: '',
  fix: null,
})
const front = (reasons: ReturnType<typeof reason>[], waiting: Partial<Now['waiting']> = {}) => {
  const store = {
    status: { open: reasons.length === 0, reasons },
    waiting: { placed: 0, preparing: 0, ready: 0, dispatched: 0, late: 0, oldestPlacedAt: null, ...waiting },
  } as unknown as Now
  const { drawing, line } = frontOf(store, 'America/Manaus', now)
  return [drawing.state, drawing.running, drawing.waiting, line.replaceAll('\u00a0', ' ')]
}

test('an open front shows its orders under way and those that wait', () => {
  expect(front([], { placed: 1, preparing: 6, ready: 1, dispatched: 4 })).toEqual([
    'open',
    12,
    1,
    '6 no preparo, 1 pronto, 4 na rua',
  ])
  expect(front([])).toEqual(['open', 0, 0, 'Aberta, sem pedidos'])
})

test('a paused front says when it returns, by the store’s clock', () => {
  expect(front([reason('store-paused', '2026-11-21T00:40:00Z')])[3]).toBe('Pausada, volta às 20:40')
  expect(front([reason('store-paused')])).toEqual(['paused', 0, 0, 'Pausada'])
})

test('a closed front says why or until when; a pause outside the hours is closed', () => {
  expect(front([reason('outside-hours', '2026-11-21T04:00:00Z')])[3]).toBe('Fechada, abre às 00:00')
  expect(front([reason('outside-hours', '2026-11-22T14:00:00Z')])[3]).toBe('Fechada')
  expect(front([reason('store-inactive')])[3]).toBe('Desativada')
  expect(front([reason('no-hours')])[3]).toBe('Fechada, sem horários')
  expect(front([reason('store-paused'), reason('outside-hours')])[0]).toBe('closed')
})
