import type { Order } from '../../../contract/orders/orders.ts'

/** How long each page of a column is shown. */
export const tvTurnMs = 10_000

export interface TvPage<T> {
  readonly shown: readonly T[]
  /** Page number, from 1. */
  readonly page: number
  readonly pages: number
}

/** The page of a column at this turn: all columns turn together, a shorter one starts over. */
export function tvPage<T>(list: readonly T[], fits: number, turn: number): TvPage<T> {
  const size = Math.max(1, fits)
  const pages = Math.max(1, Math.ceil(list.length / size))
  const page = turn % pages
  return { shown: list.slice(page * size, page * size + size), page: page + 1, pages }
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
