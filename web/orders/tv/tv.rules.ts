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
  return { shown: list.slice(page * size, (page + 1) * size), page: page + 1, pages }
}

/** The column of new orders on the wall: each one is seen, the first in full and the others in a line. */
export interface TvQueue<T> {
  readonly whole: readonly T[]
  readonly lines: readonly T[]
  /** Even the lines do not hold them all: this many more wait. */
  readonly more: number
}

/** `fits` whole tickets or `linesEach` lines in the place of one; new orders are never turned away with a page. */
export function tvQueue<T>(list: readonly T[], fits: number, linesEach: number): TvQueue<T> {
  if (list.length <= fits) return { whole: list, lines: [], more: 0 }
  const whole = list.slice(0, Math.max(1, fits - 1))
  const rest = list.slice(whole.length)
  const room = Math.max(1, (fits - whole.length) * linesEach)
  if (fits === 1) return { whole, lines: [], more: rest.length }
  return rest.length <= room
    ? { whole, lines: rest, more: 0 }
    : { whole, lines: rest.slice(0, room - 1), more: rest.length - (room - 1) }
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
