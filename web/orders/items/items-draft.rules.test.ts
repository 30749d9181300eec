import { describe, expect, test } from 'vitest'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import {
  addsToMake,
  changedItemsOf,
  draftMoney,
  draftOfItems,
  isChanged,
  markOfPlace,
  type ItemsDraft,
  type PlaceDraft,
} from './items-draft.rules.ts'

const item = (name: string, changes: Partial<OrderItem> = {}): OrderItem => ({
  externalCode: null,
  name,
  quantity: 1,
  unitPriceCents: 1_000,
  totalCents: 1_000,
  notes: null,
  options: [],
  ...changes,
})
const cheese = { name: 'Parmesão', groupName: 'Extras', quantity: 1, unitPriceCents: 500 }
const items = [
  item('Lasanha', { options: [cheese], totalCents: 1_500 }),
  item('Água', { quantity: 2, totalCents: 2_000 }),
]
const draft = (places: Record<number, Partial<PlaceDraft>>, added: ItemsDraft['added'] = []): ItemsDraft => ({
  places: draftOfItems(items).places.map((place, index) => ({ ...place, ...places[index] })),
  added,
})
const cola = {
  menuItemId: null,
  name: 'Cola',
  externalCode: null,
  quantity: 1,
  price: '8,00',
  options: [],
  notes: '',
}
const order = (): Order => ({
  ...sampleOrder({ items }),
  payments: [{ method: 'PIX', brand: null, cents: 3_500, prepaid: true, changeForCents: null }],
})

describe('an item of a changed order', () => {
  const [lasanha, agua] = items
  const mark = (of: OrderItem | undefined, changes: Partial<PlaceDraft>) =>
    of && markOfPlace(of, { quantity: of.quantity, notes: of.notes ?? '', instead: null, ...changes })

  test('says in a few words what is otherwise', () => {
    expect(mark(agua, {})).toBeNull()
    expect(mark(agua, { quantity: 1 })).toBe('eram 2')
    expect(mark(lasanha, { quantity: 2, notes: 'sem sal' })).toBe('era 1, mudou a observação')
    expect(mark(agua, { quantity: 0 })).toBe('saiu')
    expect(mark(lasanha, { instead: { ...cola, name: 'Lasanha' } })).toBe('mudou a opção')
    expect(mark(lasanha, { instead: cola })).toBe('no lugar de Lasanha')
  })
})

test('an order as it was is no change, and one that only loses items is nothing to make', () => {
  expect(isChanged(items, draft({}))).toBe(false)
  expect(addsToMake(items, draft({ 0: { quantity: 0 }, 1: { quantity: 1 } }))).toBe(false)
  expect(addsToMake(items, draft({ 1: { quantity: 3 } }))).toBe(true)
  expect(addsToMake(items, draft({}, [cola]))).toBe(true)
})

test('what is sent names kept items by their place, and new ones in full', () => {
  expect(
    changedItemsOf(items, draft({ 0: { instead: cola, notes: 'com gelo' }, 1: { quantity: 0 } }, [cola])),
  ).toEqual([
    {
      kind: 'added',
      replaces: 0,
      externalCode: null,
      name: 'Cola',
      quantity: 1,
      unitPriceCents: 800,
      notes: 'com gelo',
      options: [],
    },
    {
      kind: 'added',
      replaces: null,
      externalCode: null,
      name: 'Cola',
      quantity: 1,
      unitPriceCents: 800,
      notes: null,
      options: [],
    },
  ])
  expect(changedItemsOf(items, draft({ 1: { notes: ' gelada ' } }))).toEqual([
    { kind: 'kept', place: 0, quantity: 1 },
    { kind: 'kept', place: 1, quantity: 2, notes: 'gelada' },
  ])
})

test('the sums follow at once: options count with each one, and what was paid pays first', () => {
  expect(draftMoney(order(), [], draft({ 0: { quantity: 2 } }), null)).toMatchObject({
    orderCents: 5_000,
    missingCents: 1_500,
  })
  expect(draftMoney(order(), [], draft({ 1: { quantity: 0 } }), null)).toMatchObject({
    orderCents: 1_500,
    due: [{ method: 'PIX', cents: 2_000 }],
  })
})
