import type { PresenceMode } from '../../contract/presence/presence.ts'
import type { PresenceCause } from '../../contract/presence/presence-now.ts'
import { minuteMs, secondMs } from '../../contract/shared/durations.ts'

/**
 * A marketplace is closed within three minutes after nobody would see an order: 90 s until that is sure, a round, the
 * countdown, and some seconds for the marketplace to take the pause.
 */
export const presencePace = {
  /** How long a board's word counts. */
  boardCountsMs: 90 * secondMs,
  /** How long a printer's answer counts, unless it is known to be out. */
  printerCountsMs: 15 * minuteMs,
  countdownMs: minuteMs,
  /** From one look at every store to the next. */
  roundMs: 5 * secondMs,
  /** Nobody looked for longer: what was not heard in between says nothing. */
  blindAfterMs: 30 * secondMs,
} as const

/** What would see an order of one marketplace. Instants in ms since 1970; null: never, or none. */
export interface Chain {
  /** A board that is live and may sound. */
  readonly heardAt: number | null
  /** A board without sound. */
  readonly silentAt: number | null
  /** Orders of this marketplace are accepted automatically. */
  readonly acceptsAlone: boolean
  /** The last answer of a printer that prints automatically and is not out. */
  readonly printerAt: number | null
}

export type Verdict =
  | { readonly is: 'alive' }
  /** Nobody has listened for long enough. */
  | { readonly is: 'unknown' }
  | { readonly is: 'broken'; readonly cause: PresenceCause }

/** Whether somebody would see an order. `since`: from when silence counts. */
export function verdictOn(chain: Chain, since: number, now: number): Verdict {
  const { heardAt, silentAt, acceptsAlone, printerAt } = chain
  if (counts(heardAt, presencePace.boardCountsMs, now)) return { is: 'alive' }
  if (acceptsAlone && counts(printerAt, presencePace.printerCountsMs, now)) return { is: 'alive' }
  if (now - since < presencePace.boardCountsMs) return { is: 'unknown' }
  const screen = counts(silentAt, presencePace.boardCountsMs, now) ? 'sound' : 'screen'
  return { is: 'broken', cause: acceptsAlone ? `${screen}-and-printer` : screen }
}

/** What is ahead of the clock was noted before the clock was set back. */
const counts = (at: number | null, forMs: number, now: number): boolean =>
  at !== null && at <= now + presencePace.blindAfterMs && now - at <= forMs

/** A time in which nobody would see an order. Instants in ms since 1970. */
export interface Gap {
  readonly mode: Exclude<PresenceMode, 'off'>
  readonly cause: PresenceCause
  readonly dueAt: number
  /** It made a pause. */
  readonly paused: boolean
  /** A person opened again. */
  readonly reopened: boolean
}

export interface GapFacts {
  readonly mode: PresenceMode
  /** The store means to sell there now, and no person has paused it. */
  readonly wanted: boolean
  readonly verdict: Verdict
  /** Somebody ended the pause that presence made: here, or at the marketplace. */
  readonly pauseEnded: boolean
}

export type GapStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'begin'; readonly cause: PresenceCause; readonly dueAt: number }
  /** Somebody opened a board without sound, or closed it. */
  | { readonly do: 'rename'; readonly cause: PresenceCause }
  | { readonly do: 'pause' }
  /** A person's reopening wins until the gap has ended. */
  | { readonly do: 'leave-open' }
  /** `noted`: it lasted longer than the countdown. */
  | { readonly do: 'end'; readonly noted: boolean }

/** What is to be done about one marketplace of a store. One step at a time: the next look takes the next. */
export function gapStep(gap: Gap | null, facts: GapFacts, now: number): GapStep {
  const { verdict, pauseEnded } = facts
  if (isOver(gap, facts)) return gap === null ? nothing : { do: 'end', noted: now > gap.dueAt }
  if (verdict.is !== 'broken') return nothing
  const { cause } = verdict
  if (gap === null) return { do: 'begin', cause, dueAt: now + presencePace.countdownMs }
  if (gap.mode === 'pause') {
    if (gap.paused && !gap.reopened && pauseEnded) return { do: 'leave-open' }
    if (!gap.paused && now >= gap.dueAt) return { do: 'pause' }
  }
  return gap.cause === cause ? nothing : { do: 'rename', cause }
}

/** A new mode begins afresh. */
const isOver = (gap: Gap | null, { mode, wanted, verdict }: GapFacts): boolean =>
  mode === 'off' || !wanted || verdict.is === 'alive' || (gap !== null && gap.mode !== mode)

const nothing: GapStep = { do: 'nothing' }
