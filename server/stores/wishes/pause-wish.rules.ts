import { dayMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Sent, WishRules } from './wish.rules.ts'

/** Closed by a pause, or not. `until`: ms since 1970; null: until somebody ends it. */
export type PauseWish = { readonly closed: false } | { readonly closed: true; readonly until: number | null }

/** A pause as a marketplace lists it; `end` in ms since 1970. */
export interface SeenPause {
  readonly id: string
  readonly end: number
}

type Pauses = readonly SeenPause[]

export const openWish: PauseWish = { closed: false }

/** A pause without an end is renewed this long before the marketplace would end it. */
const renewBeforeMs = dayMs

/** Ours carry our words, so nobody else makes one; a person at the marketplace may end it. */
export const ourPauseRules = (maxDays: number): WishRules<PauseWish, Pauses> => ({
  isSame: (wished, seen, now) => {
    const until = endOf(wished, now)
    const [only, ...more] = seen
    if (until === undefined) return only === undefined
    return only !== undefined && more.length === 0 && lasts(only, until, { now, maxDays })
  },
  aged,
  isSameSeen,
  isMarked: (seen) => seen.length > 0,
  isOurs: (from, to, sent) => without(to, from).length > 0 || isRemovedByUs(from, to, sent),
  wishOf,
})

/** Of a person at the marketplace. We end one when a person here asks for it, and make none. */
export const theirPauseRules: WishRules<PauseWish, Pauses> = {
  isSame: (wished, seen, now) => (endOf(wished, now) === undefined) === (seen.length === 0),
  aged,
  isSameSeen,
  isMarked: () => false,
  isOurs: (from, to, sent) => without(to, from).length === 0 && isRemovedByUs(from, to, sent),
  wishOf,
}

export interface PauseSteps {
  /** End of the pause to make; null: none. */
  readonly make: number | null
  /** Only after it is made: between the two the store must not sell. */
  readonly remove: readonly string[]
}

/** What makes our pauses as they are wished, out of those that are there. */
export function pauseSteps(wished: PauseWish, seen: Pauses, now: number, maxDays: number): PauseSteps {
  const until = endOf(wished, now)
  if (until === undefined) return { make: null, remove: seen.map(({ id }) => id) }
  const kept = seen.find((one) => lasts(one, until, { now, maxDays }))
  const latest = now + maxDays * dayMs
  return {
    make: kept ? null : Math.min(until ?? latest, latest),
    remove: seen.filter((one) => one !== kept).map(({ id }) => id),
  }
}

export const isPausedNow = (wished: PauseWish, now: number): boolean => endOf(wished, now) !== undefined

/** Until when it is closed; undefined: it is open, or its time is over. */
function endOf(wished: PauseWish, now: number): number | null | undefined {
  if (!wished.closed || (wished.until !== null && wished.until <= now)) return undefined
  return wished.until
}

function lasts(
  { end }: SeenPause,
  until: number | null,
  { now, maxDays }: { readonly now: number; readonly maxDays: number },
): boolean {
  if (until === null || until > now + maxDays * dayMs) return end > now + renewBeforeMs
  // Marketplaces keep seconds.
  return Math.abs(end - until) < secondMs
}

function aged(seen: Pauses, now: number): Pauses {
  return seen.filter(({ end }) => end > now)
}

function isSameSeen(a: Pauses, b: Pauses): boolean {
  return without(a, b).length === 0 && without(b, a).length === 0
}

function isRemovedByUs(from: Pauses, to: Pauses, sent: readonly Sent<PauseWish>[]): boolean {
  const ours = new Set(sent.flatMap(({ ids }) => ids))
  return without(from, to).every(({ id }) => ours.has(id))
}

function wishOf(seen: Pauses): PauseWish {
  return seen.length === 0 ? openWish : { closed: true, until: Math.max(...seen.map(({ end }) => end)) }
}

const without = (all: Pauses, others: Pauses): Pauses =>
  all.filter(({ id }) => !others.some((other) => other.id === id))
