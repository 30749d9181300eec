import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { markOfPlace, placeOf, type ItemsDraft, type PlaceDraft } from './items-draft.rules.ts'

interface Joined {
  readonly draft: ItemsDraft
  /** Names of items that this person changed and another one took out. */
  readonly lost: readonly string[]
}

/** The draft over the items as another person left them: what both changed is as this person wants it. */
export function joinDrafts(before: Order['items'], draft: ItemsDraft, now: Order['items']): Joined {
  const matches = matched(before, now)
  const places = now.map((item, index): PlaceDraft => {
    const at = matches.indexOf(index)
    const [was, mine] = [before[at], draft.places[at]]
    return was && mine ? joinedPlace(item, was, mine) : placeOf(item)
  })
  const lost = before.flatMap((item, index) => {
    const mine = draft.places[index]
    const isGone = matches[index] === null
    return isGone && mine && mine.quantity > 0 && markOfPlace(item, mine) !== null ? [item.name] : []
  })
  return { draft: { places, added: draft.added }, lost }
}

function joinedPlace(item: OrderItem, was: OrderItem, mine: PlaceDraft): PlaceDraft {
  const theirs = placeOf(item)
  return {
    quantity: mine.quantity === was.quantity ? theirs.quantity : mine.quantity,
    notes: mine.notes.trim() === (was.notes ?? '') ? theirs.notes : mine.notes,
    instead: mine.instead,
  }
}

/** The place that each former item has now: the same dish first, then one of its name; null: it is gone. */
function matched(former: Order['items'], now: Order['items']): readonly (number | null)[] {
  const taken = new Set<number>()
  const found: (number | null)[] = former.map(() => null)
  for (const same of [isSameDish, isSameName])
    for (const [index, item] of former.entries()) {
      if (found[index] !== null) continue
      const at = now.findIndex((other, place) => !taken.has(place) && same(item, other))
      if (at === -1) continue
      found[index] = at
      taken.add(at)
    }
  return found
}

const isSameName = (one: OrderItem, other: OrderItem): boolean =>
  one.name === other.name && one.externalCode === other.externalCode

const isSameDish = (one: OrderItem, other: OrderItem): boolean =>
  isSameName(one, other) &&
  one.notes === other.notes &&
  JSON.stringify(one.options) === JSON.stringify(other.options)
