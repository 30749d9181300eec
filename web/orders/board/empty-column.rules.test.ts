import { expect, test } from 'vitest'
import type { StoreNow } from '../../stores/street.rules.ts'
import { noNewOrders } from './empty-column.rules.ts'

const now = new Date('2026-11-20T18:00:00Z')
const waits = 'Os pedidos novos chegam aqui sozinhos.'
const store = (storeId: string, status: Partial<StoreNow['status']>): StoreNow => ({
  storeId,
  name: storeId,
  role: 'owner',
  pausedBy: null,
  whatsapp: null,
  today: null,
  afterSale: { disputes: 0, reviews: 0 },
  status: { open: false, reasons: [], nextChange: null, ...status },
  waiting: { placed: 0, preparing: 0, ready: 0, dispatched: 0, late: 0, oldestPlacedAt: null },
})
const shut = (code: 'outside-hours' | 'nothing-to-sell') => ({
  reasons: [{ code, since: null, until: '2026-11-20T21:00:00Z', channel: null, message: '', fix: '' }],
})
const zones = (...ids: string[]) => new Map(ids.map((id) => [id, 'America/Sao_Paulo']))

test('an empty board says when its store opens, and why it sells nothing', () => {
  expect(noNewOrders([store('a', shut('outside-hours'))], zones('a'), now)).toBe(
    `Fechada, abre às 18h. ${waits}`,
  )
  expect(noNewOrders([store('a', shut('nothing-to-sell'))], zones('a'), now)).toBe(
    `Fechada, nada à venda. ${waits}`,
  )
})

test('of several stores one that is open is enough; another that is not on the board counts for nothing', () => {
  const stores = [store('a', shut('outside-hours')), store('b', { open: true }), store('c', {})]
  expect(noNewOrders(stores, zones('a', 'b'), now)).toBe(waits)
  expect(noNewOrders(stores, zones('a', 'c'), now)).toBe(`Nenhuma loja está aberta agora. ${waits}`)
  expect(noNewOrders([], zones('a'), now)).toBe(waits)
})
