/** What decides how urgent something is. */
export interface Ranked {
  readonly key: string
  /** ISO; when it expires. */
  readonly deadline: string | null
  readonly since: string | null
  /** A channel cancels it at the deadline. */
  readonly dies: boolean
  /** Centavos per hour that it costs meanwhile; 0 if none or unknown. */
  readonly lossPerHour: number
}

const minute = 60_000
/** A deadline further away waits behind what loses money now. */
export const soonMs = 60 * minute
/** As on the board: in its last two minutes an order that its channel cancels comes before all others. */
const dyingMs = 2 * minute

/**
 * Most urgent first: what expires within the hour by its deadline, then what has no deadline by the money that it
 * loses per hour and by age, then later deadlines. The order does not depend on the order given.
 */
export function rankNeeds<Need extends Ranked>(needs: readonly Need[], now: Date): Need[] {
  return needs.toSorted((a, b) => {
    const group = groupOf(a, now) - groupOf(b, now)
    if (group !== 0) return group
    const deadline = at(a.deadline) - at(b.deadline)
    if (a.deadline !== null && b.deadline !== null && deadline !== 0) return deadline
    return b.lossPerHour - a.lossPerHour || at(a.since) - at(b.since) || (a.key < b.key ? -1 : 1)
  })
}

function groupOf({ deadline, dies }: Ranked, now: Date): number {
  if (deadline === null) return 2
  const left = Date.parse(deadline) - now.getTime()
  if (dies && left >= 0 && left <= dyingMs) return 0
  return left <= soonMs ? 1 : 3
}

/** Nothing is older than what has no known beginning. */
const at = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant))
