import type { ChangedItem } from '../../../contract/orders/change-items.ts'
import {
  changedMoney,
  type ChangedMoney,
  type MissingMoney,
} from '../../../contract/orders/money/change-money.ts'
import type { PaidPart } from '../../../contract/orders/money/due-refunds.ts'
import { eachCents } from '../../../contract/orders/option-lines.ts'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import type { MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { count } from '../../words/format.ts'
import { lineTotal, placedItemOf, type DraftItem } from '../new-order/draft-lines.rules.ts'
import { draftOption, type DraftOption } from '../new-order/draft-options.rules.ts'

/** What becomes of one item of the order. */
export interface PlaceDraft {
  /** 0: it leaves. */
  readonly quantity: number
  readonly notes: string
  /** Another item, or the same one with other options; null: it stays as it was sold. */
  readonly instead: DraftItem | null
}

/** The items of an order while somebody changes them: a draft for each place, then what is new. */
export interface ItemsDraft {
  readonly places: readonly PlaceDraft[]
  readonly added: readonly DraftItem[]
}

export const draftOfItems = (items: Order['items']): ItemsDraft => ({
  places: items.map(placeOf),
  added: [],
})

export const placeOf = (item: OrderItem): PlaceDraft => ({
  quantity: item.quantity,
  notes: item.notes ?? '',
  instead: null,
})

/** `saiu`, `eram 2`, `mudou a opção`; null: as it was. */
export function markOfPlace(item: OrderItem, place: PlaceDraft): string | null {
  if (place.quantity === 0) return 'saiu'
  const { instead } = place
  if (instead && instead.name !== item.name) return `no lugar de ${item.name}`
  const marks = [
    instead ? 'mudou a opção' : null,
    place.quantity === item.quantity ? null : wasWords(item.quantity),
    notesOf(place) === (item.notes ?? null) ? null : 'mudou a observação',
  ].filter((mark) => mark !== null)
  return marks.length > 0 ? marks.join(', ') : null
}

const wasWords = (quantity: number): string => `${quantity === 1 ? 'era' : 'eram'} ${count(quantity)}`
const notesOf = ({ notes }: PlaceDraft): string | null => notes.trim() || null

export const isChanged = (items: Order['items'], draft: ItemsDraft): boolean =>
  draft.added.length > 0 ||
  items.some((item, index) => {
    const place = draft.places[index]
    return place !== undefined && markOfPlace(item, place) !== null
  })

/** Whether the kitchen would have something to make that it had not before. */
export const addsToMake = (items: Order['items'], draft: ItemsDraft): boolean =>
  draft.added.length > 0 ||
  items.some((item, index) => {
    const place = draft.places[index]
    return (
      place !== undefined &&
      place.quantity > 0 &&
      (place.quantity > item.quantity || place.instead !== null || notesOf(place) !== (item.notes ?? null))
    )
  })

/** What a place costs now. */
export function placeCents(item: OrderItem, { quantity, instead }: PlaceDraft): number {
  if (instead) return lineTotal({ ...instead, quantity })
  return quantity === item.quantity ? item.totalCents : Math.round(quantity * eachCents(item))
}

function draftCents(items: Order['items'], draft: ItemsDraft): number {
  const places = items.map((item, index) => {
    const place = draft.places[index]
    return place && place.quantity > 0 ? placeCents(item, place) : 0
  })
  return [...places, ...draft.added.map(lineTotal)].reduce((sum, cents) => sum + cents, 0)
}

/** The items as the call takes them. */
export const changedItemsOf = (items: Order['items'], draft: ItemsDraft): ChangedItem[] => [
  ...draft.places.flatMap((place, index): ChangedItem[] => {
    const item = items[index]
    if (!item || place.quantity === 0) return []
    if (place.instead)
      return [addedOf({ ...place.instead, quantity: place.quantity, notes: place.notes }, index)]
    const notes = notesOf(place)
    return [
      {
        kind: 'kept',
        place: index,
        quantity: place.quantity,
        ...(notes === (item.notes ?? null) ? {} : { notes }),
      },
    ]
  }),
  ...draft.added.map((item) => addedOf(item, null)),
]

function addedOf(item: DraftItem, replaces: number | null): ChangedItem {
  const { totalCents: _total, ...placed } = placedItemOf(item)
  return { kind: 'added', ...placed, replaces }
}

/** What the order costs with the draft, and what becomes of the money. */
export const draftMoney = (
  order: Order,
  due: readonly PaidPart[],
  draft: ItemsDraft,
  missing: MissingMoney,
): ChangedMoney => changedMoney({ ...order, due }, draftCents(order.items, draft), missing)

/** The options of a sold item that its menu still offers, as they are chosen in the menu. */
export const chosenOptions = (item: OrderItem, groups: readonly MenuOptionGroup[]): readonly DraftOption[] =>
  groups.flatMap((group) =>
    group.options.flatMap((option) => {
      const sold = item.options.find(
        ({ name, groupName }) => name === option.name && (groupName === null || groupName === group.name),
      )
      return Array.from({ length: Math.round(sold?.quantity ?? 0) }, () => draftOption(group, option))
    }),
  )
