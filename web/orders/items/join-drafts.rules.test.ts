import { expect, test } from 'vitest'
import type { OrderItem } from '../../../contract/orders/orders.ts'
import { draftOfItems, type ItemsDraft, type PlaceDraft } from './items-draft.rules.ts'
import { joinDrafts } from './join-drafts.rules.ts'

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
const [nhoque, lasanha, agua] = [item('Nhoque'), item('Lasanha'), item('Água', { quantity: 2 })]
const base = [nhoque, lasanha, agua]
const mine = (places: Record<number, Partial<PlaceDraft>>, added: ItemsDraft['added'] = []): ItemsDraft => {
  const draft = draftOfItems(base)
  return { places: draft.places.map((place, index) => ({ ...place, ...places[index] })), added }
}
const cola = {
  menuItemId: null,
  name: 'Cola',
  externalCode: null,
  quantity: 1,
  price: '8,00',
  options: [],
  notes: '',
}

test('the change of the other person stays, and this one is put on top of it', () => {
  const theirs = [item('Nhoque', { notes: 'sem queijo' }), lasanha, agua, item('Tiramisù')]
  const { draft, lost } = joinDrafts(base, mine({ 1: { quantity: 0 }, 2: { quantity: 1 } }, [cola]), theirs)
  expect(draft.places.map(({ quantity, notes }) => [quantity, notes])).toEqual([
    [1, 'sem queijo'],
    [0, ''],
    [1, ''],
    [1, ''],
  ])
  expect(draft.added).toEqual([cola])
  expect(lost).toEqual([])
})

test('an item that the other person took out stays out; a change of it is named as lost', () => {
  const { draft, lost } = joinDrafts(base, mine({ 1: { quantity: 3 }, 2: { quantity: 0 } }), [nhoque])
  expect(draft.places).toHaveLength(1)
  expect(lost).toEqual(['Lasanha'])
})

test('a quantity that both changed is the one of this person, who sees it before saving', () => {
  const { draft } = joinDrafts(base, mine({ 2: { quantity: 1 } }), [
    nhoque,
    lasanha,
    item('Água', { quantity: 5 }),
  ])
  expect(draft.places[2]?.quantity).toBe(1)
})

test('two equal dishes are two places', () => {
  const twice = [nhoque, item('Nhoque')]
  const draft = draftOfItems(twice)
  const changed = { ...draft, places: draft.places.with(1, { quantity: 2, notes: '', instead: null }) }
  expect(joinDrafts(twice, changed, twice).draft).toEqual(changed)
})
