import { expect, test } from 'vitest'
import { historySearch } from './history.rules.ts'

test('the address of a search keeps valid parameters and drops the rest', () => {
  expect(
    historySearch({ q: 42, from: '2026-11-01', status: 'cancelled', platform: 'ifood', type: 'TAKEOUT' }),
  ).toEqual({
    q: '42',
    from: '2026-11-01',
    status: 'cancelled',
    platform: 'ifood',
    type: 'TAKEOUT',
  })
  expect(
    historySearch({
      q: '  ',
      from: '2026-13-45',
      to: 'ontem',
      status: 'nenhum',
      platform: 'x',
      type: '',
      payment: 'a b',
      pedido: '1',
    }),
  ).toEqual({})
})

test('an order beside the list needs its store', () => {
  const id = '0198ffff-0000-7000-8000-00000000dead'
  expect(historySearch({ pedido: id })).toEqual({})
  expect(historySearch({ pedido: id, loja: id })).toEqual({ pedido: id, loja: id })
})
