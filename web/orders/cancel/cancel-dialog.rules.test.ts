import { expect, test } from 'vitest'
import { saysItemMissing } from './cancel-dialog.rules.ts'

test('a missing item is recognised by iFood’s code, by ours and by its text; other reasons are not', () => {
  expect(saysItemMissing({ code: '503', description: 'Item indisponível' })).toBe(true)
  expect(saysItemMissing({ code: 'item-unavailable', description: 'Item em falta' })).toBe(true)
  expect(saysItemMissing({ code: '9001', description: 'Produto em falta na loja' })).toBe(true)
  expect(saysItemMissing({ code: '504', description: 'Restaurante sem entregador' })).toBe(false)
  expect(saysItemMissing(undefined)).toBe(false)
})
