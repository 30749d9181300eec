import { minuteMs } from '../../../contract/shared/durations.ts'

/** How many writes a merchant's wishes have left in this minute, and from when on there is one. Ms since 1970. */
export function freeWrites(
  wishes: Iterable<{ readonly sent: readonly { readonly at: number }[] }>,
  maxWritesPerMinute: number,
  now: number,
): { readonly count: number; readonly at: number } {
  const recent = [...wishes]
    .flatMap(({ sent }) => sent.map(({ at }) => at))
    .filter((at) => at <= now && now - at < minuteMs)
    .toSorted((a, b) => a - b)
  const oldest = recent.at(-maxWritesPerMinute)
  return {
    count: Math.max(0, maxWritesPerMinute - recent.length),
    at: oldest === undefined ? now : oldest + minuteMs,
  }
}
