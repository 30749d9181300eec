import { dayMs, hourMs, minuteMs } from '../../contract/shared/durations.ts'

export interface Left {
  /** `1:55:48`, `4:07`, `15 h`, `3 dias`. */
  readonly words: string
  /** Under half an hour. */
  readonly soon: boolean
}

const soonMs = 30 * minuteMs
/** Seconds are counted from here on. */
const countedMs = 3 * hourMs

/** The time left until a deadline; null when it is over, or there is none. */
export function leftUntil(deadline: string | null, now: Date): Left | null {
  if (deadline === null) return null
  const ms = Date.parse(deadline) - now.getTime()
  if (ms <= 0) return null
  return { words: leftWords(ms), soon: ms < soonMs }
}

function leftWords(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)}\u00a0dias`
  if (ms >= countedMs) return `${Math.floor(ms / hourMs)}\u00a0h`
  const seconds = Math.floor(ms / 1_000)
  const two = (value: number) => String(value % 60).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
