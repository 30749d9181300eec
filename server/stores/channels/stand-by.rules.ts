export interface StandByFacts {
  /** What the store wants: no pause of this channel, and active. */
  readonly sells: boolean
  /** The store is within its own hours. */
  readonly inHours: boolean
  /** Until when the channel suspends it at our request. */
  readonly until: Date | null
}

/**
 * What to do now at a channel that suspends an open store for a while. It is opened earlier only within its hours, because
 * that call opens it whatever the time is, and only if it was suspended from here.
 */
export function standByStep({ sells, inHours, until }: StandByFacts, now: Date): 'suspend' | 'open' | null {
  if (!inHours) return null
  const isSuspended = until !== null && until > now
  if (sells) return isSuspended ? 'open' : null
  return isSuspended ? null : 'suspend'
}
