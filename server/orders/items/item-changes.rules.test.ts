import { expect, test } from 'vitest'
import type { IncomingItem } from '../taking/order-batch.ts'
import { addsWork, changesText, itemChanges, type PlannedItem } from './item-changes.rules.ts'

const row = (
  name: string,
  quantity = 1,
  options: readonly string[] = [],
  notes: string | null = null,
): IncomingItem => ({
  line: 1,
  product_key: name.toLowerCase(),
  name,
  quantity_milli: quantity * 1_000,
  unit_price_cents: 1_000,
  total_cents: 1_000,
  detail: {
    externalCode: null,
    notes,
    options: options.map((option) => ({ name: option, groupName: null, quantity: 1, unitPriceCents: 0 })),
  },
})
const stays = (before: IncomingItem, now = before): PlannedItem => ({ row: now, before })
const words = (before: readonly IncomingItem[], planned: readonly PlannedItem[]) =>
  changesText(itemChanges(before, planned))

test('items that left, new items and other quantities are listed for the kitchen', () => {
  const [lasanha, agua, nhoque] = [row('Lasanha'), row('Água', 2), row('Nhoque')]
  const planned = [stays(nhoque), stays(agua, row('Água')), { row: row('Tiramisù', 2), before: null }]
  expect(words([lasanha, agua, nhoque], planned)).toBe('saiu 1× Lasanha; Água: 2× → 1×; entrou 2× Tiramisù')
})

test('the same dish with other options or another note says how it was', () => {
  const plain = row('Lasanha')
  const cheese = row('Lasanha', 2, ['Parmesão extra'], 'sem cebola')
  expect(words([plain], [stays(plain, cheese)])).toBe(
    '2× Lasanha (Parmesão extra; sem cebola), era 1× sem opções',
  )
  expect(words([cheese], [stays(cheese, { ...plain, quantity_milli: 2_000 })])).toBe(
    '2× Lasanha, era Parmesão extra; sem cebola',
  )
})

test('a dish instead of another leaves and comes in', () => {
  const lasanha = row('Lasanha')
  expect(words([lasanha], [stays(lasanha, row('Nhoque'))])).toBe('saiu 1× Lasanha; entrou 1× Nhoque')
})

test('an order that stays as it is has no change', () => {
  const [lasanha, agua] = [row('Lasanha'), row('Água')]
  expect(itemChanges([lasanha, agua], [stays(agua), stays(lasanha)])).toEqual([])
})

test('only a new item, a larger quantity or another way to make it is work for the kitchen', () => {
  const two = row('Água', 2)
  expect(addsWork([stays(two, row('Água'))])).toBe(false)
  expect(addsWork([stays(two, row('Água', 3))])).toBe(true)
  expect(addsWork([stays(two, row('Água', 2, ['com gelo']))])).toBe(true)
  expect(addsWork([{ row: two, before: null }])).toBe(true)
})

test('what must not be in a dish reads as such, and the last word of a long note counts', () => {
  const plain = row('Burger')
  const without = {
    ...plain,
    detail: {
      externalCode: null,
      notes: null,
      options: [{ name: 'Tomate', groupName: 'Retirar', quantity: 1, unitPriceCents: 0 }],
    },
  }
  expect(words([plain], [stays(plain, without)])).toBe('1× Burger (Sem Tomate), era sem opções')
  const [long, longer] = [row('Burger', 1, [], 'x'.repeat(400)), row('Burger', 1, [], `${'x'.repeat(400)}y`)]
  expect(itemChanges([long], [stays(long, longer)])).toHaveLength(1)
})
