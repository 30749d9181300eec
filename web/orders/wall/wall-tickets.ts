import type { Order } from '../../../contract/orders/orders.ts'
import type { Bumped, Bumps } from './bumps.ts'
import { startOf } from '../timer.rules.ts'
import { finishedKey } from './finished-key.rules.ts'
import type { StationOf } from './stations.rules.ts'
import {
  orderAllergies,
  orderNoteLines,
  wallDishes,
  type WallDish,
  type WallLine,
} from './wall-lines.rules.ts'

/** One order as the wall shows it. */
export interface WallTicket {
  readonly id: string
  readonly order: Order
  readonly dishes: readonly WallDish[]
  /** Of `dishes`, finished by a station of this device. */
  readonly finished: ReadonlySet<number>
  /** Dishes that stations make which this screen does not show. */
  readonly elsewhere: number
  readonly allergies: readonly string[]
  readonly notes: readonly WallLine[]
  /** 1 to 9, kept while the ticket is on the wall; null: more than nine. */
  readonly key: number | null
  /** Bumped some seconds ago. */
  readonly hole: Bumped | null
  /** Brought back after it was ready. */
  readonly isBack: boolean
}

interface Shown {
  readonly orders: readonly Order[]
  readonly bumps: Bumps
  readonly stations: readonly string[]
  readonly stationOf: StationOf
}

/** Those in the kitchen, those that left a hole, and those that were brought back. */
export const withBumped = (kitchen: readonly Order[], { holes, back }: Bumps): readonly Order[] => [
  ...new Map(
    [...back, ...holes.map(({ order }) => order), ...kitchen].map((order) => [order.id, order]),
  ).values(),
]

/** The tickets of the wall, without their keys, in the order of `orders`; those without a dish of its stations are left out. */
export function ticketsOf({ orders, bumps, stations, stationOf }: Shown): readonly WallTicket[] {
  const holes = new Map(bumps.holes.map((hole) => [hole.order.id, hole]))
  const backIds = new Set(bumps.back.map(({ id }) => id))
  const isOwn = (station: string | null) =>
    station === null || stations.length === 0 || stations.includes(station)
  return orders.flatMap((order): WallTicket[] => {
    const hole = holes.get(order.id) ?? null
    const isBack = backIds.has(order.id)
    const all = wallDishes(order)
    const own = all.filter((dish) => isOwn(stationOf(order.storeId, dish)))
    const done = bumps.done.get(finishedKey(order)) ?? none
    const finished = isBack || hole ? none : done
    if (own.length === 0 || (!hole && !isBack && own.every(({ index }) => done.has(index)))) return []
    return [
      {
        id: order.id,
        order,
        dishes: own,
        finished,
        elsewhere: all.length - own.length,
        allergies: orderAllergies(order),
        notes: orderNoteLines(order),
        key: null,
        hole,
        isBack,
      },
    ]
  })
}
const none: ReadonlySet<number> = new Set()

/**
 * Orders keep the place in which they came to this wall; those found at its start are sorted by the minutes that their
 * tickets show.
 */
export function keptOrder(before: readonly string[], orders: readonly Order[]): readonly string[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const kept = before.filter((id) => byId.has(id))
  const known = new Set(kept)
  const fresh = orders
    .filter(({ id }) => !known.has(id))
    .toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  const next = [...kept, ...fresh]
  return next.length === before.length && next.every((id, index) => id === before[index]) ? before : next
}

const maxKey = 9

/**
 * A ticket keeps its key until its order leaves, also while it waits for a place; a new one in sight gets the lowest
 * that is free, else that of the youngest one out of sight.
 */
export function keptKeys(
  before: ReadonlyMap<string, number>,
  inSight: readonly string[],
  waiting: readonly string[],
): ReadonlyMap<string, number> {
  const kept = (ids: readonly string[]) =>
    ids.flatMap((id) => (before.has(id) ? [[id, before.get(id) ?? 0] as const] : []))
  const keys = new Map([...kept(inSight), ...kept(waiting)])
  const lent = waiting.filter((id) => keys.has(id))
  for (const id of inSight) {
    if (keys.has(id)) continue
    const taken = new Set(keys.values())
    const free = Array.from({ length: maxKey }, (_, index) => index + 1).find((key) => !taken.has(key))
    const youngest = free === undefined ? lent.pop() : undefined
    const key = free ?? (youngest === undefined ? undefined : keys.get(youngest))
    if (key === undefined) break
    if (youngest !== undefined) keys.delete(youngest)
    keys.set(id, key)
  }
  return keys
}
