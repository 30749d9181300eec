import { localParts } from '../../../contract/shared/day.ts'
import type { StoreOfGroupDay } from '../../../contract/groups/group-day.ts'

export interface WorstHour {
  readonly storeId: string
  readonly name: string
  /** Of the store, 0 to 23. */
  readonly hour: number
  readonly orders: number
  readonly usualOrders: number
}

/** Below this an hour without an order is nothing to speak of. */
const minUsual = 3

/**
 * The store whose last whole hour was furthest below its own, each in its own zone. By how unlikely chance makes it, so that a
 * small store with one order less is not named before a large one that stands still. `null`: none was below; `undefined`: no store has
 * an hour that says anything.
 */
export function worstHour(stores: readonly StoreOfGroupDay[], now: Date): WorstHour | null | undefined {
  const judged = stores.flatMap(({ storeId, name, timezone, hours }) => {
    const hour = (localParts(now, timezone).hour + 23) % 24
    const found = hours.find((one) => one.hour === hour)
    if (!found || found.orders === null || found.usualOrders < minUsual) return []
    return [{ storeId, name, hour, orders: found.orders, usualOrders: found.usualOrders }]
  })
  if (judged.length === 0) return undefined
  const [worst] = judged.toSorted((a, b) => shortOf(b) - shortOf(a))
  return worst && shortOf(worst) > 0 ? worst : null
}

/** In deviations of chance. */
const shortOf = ({ orders, usualOrders }: WorstHour): number =>
  (usualOrders - orders) / Math.sqrt(usualOrders)
