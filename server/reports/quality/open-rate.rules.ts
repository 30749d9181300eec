import { type Platform } from '../../../contract/shared/channels.ts'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import { scheduledSpans, type Instants, type Schedule } from '../../stores/stores.ts'

interface OpeningChange {
  readonly at: number
  /** Null: not observed. */
  readonly open: boolean | null
}

export interface WatchedChannel {
  readonly channel: Platform
  readonly seenAt: number
  /** Oldest first. */
  readonly changes: readonly OpeningChange[]
}

export interface OpenMinutes {
  readonly openMinutes: number
  readonly scheduledMinutes: number
}

/**
 * Minutes that a channel was open out of the minutes within opening hours, counting only observed time: an
 * outage of ours counts neither for nor against the store.
 */
export function openMinutes(
  watched: WatchedChannel,
  schedule: Schedule,
  timezone: string,
  period: Instants,
): OpenMinutes {
  const first = watched.changes[0]
  if (!first) return { openMinutes: 0, scheduledMinutes: 0 }
  const from = Math.max(period.from, first.at)
  const to = Math.min(period.to, watched.seenAt)
  if (from >= to) return { openMinutes: 0, scheduledMinutes: 0 }
  const spans = scheduledSpans(schedule, timezone, localDays(from, to, timezone))
  let open = 0
  let known = 0
  for (const [index, change] of watched.changes.entries()) {
    if (change.open === null) continue
    const span = { from: change.at, to: watched.changes[index + 1]?.at ?? watched.seenAt }
    const length = overlap(spans, { from: Math.max(span.from, from), to: Math.min(span.to, to) })
    known += length
    if (change.open) open += length
  }
  return { openMinutes: Math.round(open / 60_000), scheduledMinutes: Math.round(known / 60_000) }
}

/** Includes the day before, whose last interval may cross midnight. */
function localDays(from: number, to: number, timezone: string): readonly string[] {
  const days: string[] = []
  const last = localParts(new Date(to), timezone).day
  for (let day = addDays(localParts(new Date(from), timezone).day, -1); day <= last; day = addDays(day, 1))
    days.push(day)
  return days
}

function overlap(spans: readonly Instants[], one: Instants): number {
  let sum = 0
  for (const span of spans) sum += Math.max(0, Math.min(span.to, one.to) - Math.max(span.from, one.from))
  return sum
}
