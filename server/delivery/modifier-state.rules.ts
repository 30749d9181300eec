import { hysteresis, type ModifierTrigger } from '../../contract/delivery/modifiers.ts'
import { inWindows, nextEdge } from './windows.rules.ts'

/** What a modifier's state follows from; all of it is read at the moment of the question. */
export interface Surroundings {
  readonly now: Date
  readonly timezone: string
  /** Open orders of the store. */
  readonly queue: number
  /** Null: nobody delivers today, so that none is missing. */
  readonly freeCouriers: number | null
  /** The running calendar day is a holiday or a special day of the store. */
  readonly specialDay: boolean
}

interface Kept {
  readonly active: boolean
  readonly when: ModifierTrigger
  /** Of an automatic one: since when it is on; null: off. */
  readonly onSince: Date | null
}

export interface ModifierState {
  readonly on: boolean
  readonly since: Date | null
  /** When it ends without anybody; null: off, or its cause ends it. */
  readonly until: Date | null
}

const off: ModifierState = { on: false, since: null, until: null }

/** A function of the time and the facts: after an outage of any length the answer is the same. */
export function stateOf(kept: Kept, around: Surroundings): ModifierState {
  const { when, onSince } = kept
  const { now, timezone, queue, freeCouriers } = around
  if (!kept.active) return off
  switch (when.kind) {
    case 'manual': {
      const until = when.until === null ? null : new Date(when.until)
      return until !== null && until > now ? { on: true, since: onSince, until } : off
    }
    case 'weekly':
      return inWindows(when.windows, now, timezone)
        ? { on: true, since: null, until: nextEdge(when.windows, now, timezone) }
        : off
    case 'specialDays':
      return around.specialDay ? { on: true, since: null, until: null } : off
    case 'queueOver':
      return automatic(queue > when.count, queue <= Math.max(0, when.count - hysteresis.below), onSince, now)
    case 'freeCouriersUnder':
      return automatic(
        freeCouriers !== null && freeCouriers < when.count,
        freeCouriers === null || freeCouriers >= when.count,
        onSince,
        now,
      )
  }
}

/** Stays on between its two limits, and for a quarter of an hour whatever happens. */
function automatic(above: boolean, wellBelow: boolean, onSince: Date | null, now: Date): ModifierState {
  if (onSince === null) return above ? { on: true, since: now, until: null } : off
  const young = now.getTime() - onSince.getTime() < hysteresis.minutes * 60_000
  return above || young || !wellBelow ? { on: true, since: onSince, until: null } : off
}
