/** Calls that one line's provider may make: far above 80 messages a second with three statuses each. */
const perSecond = 300
const burst = 3_000

export interface FloodGate {
  /** False: this store's provider calls too often; it tries again later. */
  lets(storeId: string, now: Date): boolean
}

/** Of this process: a flood must not take the connections that other stores need. */
export function createFloodGate(): FloodGate {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    lets: (storeId, now) => {
      const at = now.getTime()
      const known = buckets.get(storeId) ?? { left: burst, at }
      const left = Math.min(burst, known.left + (Math.max(0, at - known.at) / 1_000) * perSecond)
      buckets.set(storeId, { left: Math.max(0, left - 1), at })
      return left >= 1
    },
  }
}
