import * as z from 'zod/mini'
import type { OrderType } from '../../../contract/orders/kinds.ts'

export type PromiseMinutes = Readonly<Record<OrderType, number>>

/** Default promises; the store's settings are in `stores.modules.promiseMinutes`. */
const defaults: PromiseMinutes = { DELIVERY: 50, TAKEOUT: 25, INDOOR: 30 }

const minutes = z.optional(z.int().check(z.gte(1), z.lte(24 * 60)))
const settings = z.object({
  promiseMinutes: z.optional(z.object({ DELIVERY: minutes, TAKEOUT: minutes, INDOOR: minutes })),
})

/** Reads `stores.modules`. Invalid settings fall back to the defaults, so that they never block an order. */
export function promiseMinutesFrom(modules: unknown): PromiseMinutes {
  const read = z.safeParse(settings, modules ?? {})
  const chosen = read.success ? (read.data.promiseMinutes ?? {}) : {}
  return {
    DELIVERY: chosen.DELIVERY ?? defaults.DELIVERY,
    TAKEOUT: chosen.TAKEOUT ?? defaults.TAKEOUT,
    INDOOR: chosen.INDOOR ?? defaults.INDOOR,
  }
}
