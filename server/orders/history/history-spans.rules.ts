import { hourMs } from '../../../contract/shared/durations.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { HistoryPosition } from './search-text.rules.ts'

/** A range of days, inclusive; a single day may be partial. */
export interface Span {
  readonly first: string
  readonly last: string
  readonly since: string | null
  readonly before: string | null
}

/** Result of the last read. */
export interface Looked {
  readonly found: number
  readonly missing: number
  readonly ms: number
}

export interface Spans {
  /** The next span, newest first, without gap or overlap; null when everything was read. */
  next(looked: Looked | null): Span | null
  /** The last span timed out: the next one starts at the same position and is shorter. */
  again(): void
  /** Every newer order was returned; a search that stops now continues here. */
  reached(): HistoryPosition
}

const dayHours = 24
/** Target for one read, far below the statement timeout. */
const maxLookMs = 300
const fastestGrowth = 8

/**
 * Splits the days into spans of adaptive length, based on the yield of the last one: a page of a hundred
 * stores reads hours, a rare word reads months. A span shorter than a day is cut by time; a business day
 * ends some hours after the date it is named after.
 */
export function createSpans(
  from: string,
  start: { readonly day: string; readonly moment: string | null },
  firstHours: number,
): Spans {
  let last = start.day
  let before: string | null = null
  let top = start.moment
  let hours = firstHours
  let begun: { last: string; before: string | null; top: string | null } = { last, before, top }

  const dayBegins = (day: string) => Date.parse(`${day}T00:00:00Z`)
  const nextDay = (day: string) => {
    last = addDays(day, -1)
    before = null
    top = null
  }
  return {
    next: (looked) => {
      if (looked) hours *= growth(looked)
      hours = Math.max(hours, 1)
      begun = { last, before, top }
      if (last < from) return null
      if (hours < dayHours) {
        const from = before ?? top
        const end = from === null ? dayBegins(last) + 32 * hourMs : Date.parse(from)
        const since = end - hours * hourMs
        if (since > dayBegins(last)) {
          const span = { first: last, last, since: new Date(since).toISOString(), before }
          before = span.since
          return span
        }
      }
      // The rest of a partially read day, or whole days.
      const days = before === null ? Math.max(1, Math.floor(hours / dayHours)) : 1
      const first = laterOf(addDays(last, 1 - days), from)
      const span = { first, last, since: null, before }
      nextDay(first)
      return span
    },
    again: () => {
      ;({ last, before, top } = begun)
      hours /= fastestGrowth
    },
    reached: () =>
      before === null
        ? { day: addDays(last, 1), moment: '0001-01-01T00:00:00.000000Z', id: lowestId }
        : { day: last, moment: before.replace(/Z$/, '000Z'), id: lowestId },
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000'

function growth({ found, missing, ms }: Looked): number {
  const wanted = found === 0 ? fastestGrowth : (1.3 * missing) / found
  const bearable = maxLookMs / Math.max(ms, 1)
  return Math.min(Math.max(wanted, 0.5), fastestGrowth, Math.max(bearable, 0.1))
}

const laterOf = (a: string, b: string): string => (a > b ? a : b)
