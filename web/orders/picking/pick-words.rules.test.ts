import { expect, test } from 'vitest'
import { changeText, lastChange, typedQuantity } from './pick-words.rules.ts'

const at = '2026-11-20T21:00:00.000Z'
const change = { kind: 'quantity', pickId: 'a', quantity: 0.49, ean: null, by: 'Ana', at } as const

test('a weight is typed with a comma or a point, and nothing else is one', () => {
  expect(['0,49', ' 0.490 ', '2'].map(typedQuantity)).toEqual([0.49, 0.49, 2])
  expect(['', '0', '-1', '1,2345', 'dois', '1.000,5'].map(typedQuantity)).toEqual(Array(6).fill(null))
})

test('what was done about an item is said with who did it, the last of it', () => {
  const replaced = { ...change, kind: 'replaced', quantity: 2, ean: '7890000000024', by: 'Bia' } as const
  const order = {
    picking: { state: 'started', at: change.at, by: 'Ana', changes: [change, replaced] },
  } as const
  expect(changeText(change)).toBe('Quantidade ou peso: 0,49 · Ana')
  expect(lastChange({ picking: { ...order.picking, changes: [...order.picking.changes] } }, 'a')).toEqual(
    replaced,
  )
  expect(changeText(replaced)).toBe('Trocado por 2 × 7890000000024 · Bia')
  expect(changeText({ ...change, kind: 'removed', quantity: null })).toBe('Retirado · Ana')
})
