import { folded } from '../../contract/shared/folded.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { plural } from '../words/format.ts'

/** Stores in words: `long` names up to two of them, `short` counts them where the line is too narrow. */
export interface StoresText {
  readonly long: string
  readonly short: string
}

/** `todas as lojas`, `Norte Grill`, `Brasa & Cia e Temaki do Largo`, `3 lojas`. */
export function storesText({
  stores,
  group,
  narrowed,
  counted = false,
}: {
  readonly stores: readonly Pick<Store, 'name'>[]
  readonly group: { readonly name: string } | null
  readonly narrowed: boolean
  /** As a heading of its own, with the number of stores behind what names none of them. */
  readonly counted?: boolean
}): StoresText {
  const number = counted ? ` (${stores.length})` : ''
  if (group) return same(`${group.name}${number}`)
  if (!narrowed && stores.length !== 1) return same(`${counted ? 'T' : 't'}odas as lojas${number}`)
  const [first, second] = stores
  if (stores.length > 2 || !first) return same(plural(stores.length, 'loja', 'lojas'))
  return second ? { long: `${first.name} e ${second.name}`, short: '2 lojas' } : same(first.name)
}

const same = (words: string): StoresText => ({ long: words, short: words })

/** Whether every word is found in the store's name, district or city, whatever the accents. */
export function matchesStore(
  { name, address }: Pick<Store, 'name'> & { readonly address: Pick<Store['address'], 'district' | 'city'> },
  search: string,
): boolean {
  const text = folded(`${name} ${address.district} ${address.city}`)
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/**
 * The stores after a touch of one's box. All of them, or none, is everything again: an empty list, which
 * includes stores that come later.
 */
export function toggledStores(
  chosen: readonly string[],
  storeId: string,
  all: readonly string[],
): readonly string[] {
  const next = chosen.includes(storeId) ? chosen.filter((id) => id !== storeId) : [...chosen, storeId]
  const inOrder = all.filter((id) => next.includes(id))
  return inOrder.length === all.length ? [] : inOrder
}
