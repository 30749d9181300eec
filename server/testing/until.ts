import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

type Found<T> = Exclude<T, undefined | null | false | 0 | ''>

/**
 * Waits until what `look` returns is wanted, by default anything but nothing, and returns it. A look that throws
 * counts as "not yet". The only timer that tests wait by; to compare a value with another use `expect.poll`.
 */
export async function until<T>(look: () => T | Promise<T>): Promise<Found<T>>
export async function until<T>(
  look: () => T | Promise<T>,
  wanted: (seen: T) => boolean,
  withinMs?: number,
): Promise<T>
export async function until<T>(
  look: () => T | Promise<T>,
  wanted: (seen: T) => boolean = Boolean,
  // Half of a test's time: the failure says what was missing, not that the time was up.
  withinMs = 30_000,
): Promise<T> {
  const late = new Error()
  Error.captureStackTrace(late, until)
  const deadline = performance.now() + withinMs
  for (;;) {
    let last: string
    try {
      const seen = await look()
      if (wanted(seen)) return seen
      last = inspect(seen, { depth: 6 })
    } catch (error) {
      last = String(error)
      late.cause = error
    }
    if (performance.now() > deadline) {
      const condition = wanted === Boolean ? String(look) : String(wanted)
      late.message = `Not within ${withinMs} ms: ${condition}\nThe last look gave ${last}`
      throw late
    }
    await pause(20)
  }
}
