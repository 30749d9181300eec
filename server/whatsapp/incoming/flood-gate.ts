/** Calls that one store's provider may make: well above 80 messages a second with three statuses each. */
const perSecond = 300
const burst = 3_000

export interface FloodGate {
  /** False: this store's provider calls too often and should retry later. */
  allows(storeId: string, now: Date): boolean
}

/** A token bucket per store, in this process, so that a flood does not take the connections that other stores need. */
export function createFloodGate(): FloodGate {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    allows: (storeId, now) => {
      const at = now.getTime()
      const known = buckets.get(storeId) ?? { left: burst, at }
      const left = Math.min(burst, known.left + (Math.max(0, at - known.at) / 1_000) * perSecond)
      buckets.set(storeId, { left: Math.max(0, left - 1), at })
      return left >= 1
    },
  }
}
