import type { Order } from '../../../contract/orders/orders.ts'

/** How long each page of a column is shown. */
export const tvTurnMs = 10_000

export interface TvPage<T> {
  readonly shown: readonly T[]
  /** Page number, from 1. */
  readonly page: number
  readonly pages: number
}

/**
 * The page of a column at this turn: all columns turn together, a shorter one starts over. The first `pinned` entries are
 * on every page.
 */
export function tvPage<T>(list: readonly T[], fits: number, turn: number, pinned = 0): TvPage<T> {
  const fixed = list.slice(0, Math.min(pinned, Math.max(1, fits - 1)))
  const rest = list.slice(fixed.length)
  const size = fits - fixed.length
  if (size < 1 && fixed.length > 0) return { shown: fixed, page: 1, pages: 1 }
  const pages = Math.max(1, Math.ceil(rest.length / Math.max(1, size)))
  const page = turn % pages
  const start = page * Math.max(1, size)
  return { shown: [...fixed, ...rest.slice(start, start + Math.max(1, size))], page: page + 1, pages }
}

/** Everyone can read the wall, so only the first name is shown. */
export const tvName = (order: Order): string => order.customer.name.trim().split(/\s+/)[0] ?? ''

/** The first items, and the number of omitted ones. */
export function tvItems(
  order: Order,
  most: number,
): { readonly items: Order['items']; readonly more: number } {
  const cut = order.items.length > most ? most - 1 : most
  return { items: order.items.slice(0, cut), more: Math.max(0, order.items.length - cut) }
}
