import { dayMs, hourMs, minuteMs } from '../../contract/shared/durations.ts'
import type { Need } from '../../contract/home/home.ts'
import { whenLabel } from '../words/when-words.ts'

export interface NeedTime {
  readonly words: string
  /** Under two minutes, or past. */
  readonly hot: boolean
  /** What the number means, before it: "vence em"; empty: its words say it. */
  readonly says: string
}

const hotMs = 2 * minuteMs

/** A store, or a printer of it. */
const stopped: readonly Need['kind'][] = ['paused', 'inactive', 'printer']

/** The word for the deadline, where nothing expires. */
const ends: { readonly [K in Need['kind']]?: string } = { paused: 'volta em', holiday: 'começa em' }

/** Time left, counting down within the hour, or the time since. */
export function needTime({ kind, deadline, since }: Need, now: Date, timezone: string): NeedTime {
  if (deadline === null) {
    if (since === null) return { words: 'agora', hot: false, says: '' }
    return { words: timeSince(since, now), hot: false, says: stopped.includes(kind) ? 'parada há' : 'há' }
  }
  const left = Date.parse(deadline) - now.getTime()
  const hot = left <= hotMs
  const says = ends[kind] ?? 'vence em'
  if (left >= hourMs) {
    const label = whenLabel(deadline, now, timezone)
    // Another day's name has no room beside the row.
    return label.includes(' ')
      ? { words: spanText(left), hot, says }
      : { words: `até ${label}`, hot, says: '' }
  }
  if (left >= 0) return { words: clockText(left), hot, says }
  return {
    words: left > -hourMs ? clockText(-left) : spanText(-left),
    hot,
    says: 'atrasado há',
  }
}

/**
 * What the row of something with a price says below it: when it ends and since when it waits, as far as `needTime` does not say it in
 * the first column. `riskCents` 0: that column has the time, and there is no price.
 */
export function needStanding(
  need: Need,
  { now, timezone, riskCents }: { readonly now: Date; readonly timezone: string; readonly riskCents: number },
): readonly string[] {
  const { words, says } = needTime(need, now, timezone)
  return [
    riskCents > 0 && `${says} ${words}`.trim(),
    need.deadline !== null && need.since !== null && `há ${timeSince(need.since, now)}`,
    riskCents === 0 && 'sem valor estimado',
  ].filter((part) => part !== false)
}

/** `22 min` since an ISO instant. */
export const timeSince = (since: string, now: Date): string => spanText(now.getTime() - Date.parse(since))

/** `22 min`, `3 h`, `2 dias`. */
function spanText(ms: number): string {
  if (ms < minuteMs) return '1\u00a0min'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}\u00a0min`
  if (ms < 48 * hourMs) return `${Math.floor(ms / hourMs)}\u00a0h`
  return `${Math.floor(ms / dayMs)}\u00a0dias`
}

const clockText = (ms: number): string =>
  `${Math.floor(ms / minuteMs)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
