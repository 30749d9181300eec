import { hourMs, minuteMs } from '../../contract/shared/durations.ts'

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

interface Waits {
  readonly deadline?: Date | null
  readonly since?: Date | null
  readonly dies?: boolean
  readonly lossPerHour?: number
}

export const waits = (key: string, storeId: string, its: Waits) => ({
  key,
  storeId,
  deadline: its.deadline?.toISOString() ?? null,
  since: its.since?.toISOString() ?? null,
  dies: its.dies ?? false,
  lossPerHour: its.lossPerHour ?? 0,
})

/** A deadline further away waits behind what loses money now. */
export const soonMs = hourMs
/** As on the board: in its last two minutes an order that its channel cancels comes before all others. */
const dyingMs = 2 * minuteMs

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

/**
 * The first `most` of a ranked list. Where that leaves some out, orders to accept go first, down to three: their
 * board shows the others, while nothing else does so for a stopped printer.
 */
export function listedNeeds<Need extends { readonly kind: string }>(
  ranked: readonly Need[],
  most: number,
): Need[] {
  const others = ranked.filter(({ kind }) => kind !== 'accept').length
  let accepts = Math.max(minAccepts, most - others)
  return ranked.filter(({ kind }) => kind !== 'accept' || accepts-- > 0).slice(0, most)
}

const minAccepts = 3
