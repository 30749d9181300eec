import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'

type Found<Value> = Exclude<Value, undefined | null | false | 0 | ''>

/**
 * Waits until `look` returns something and returns that. A look that throws counts as "not yet".
 * The only timer that tests wait by; to compare a value use `expect.poll`, which prints both sides.
 */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  // Half of a test's time: the failure names what was missing, not the time limit.
  withinMs = 30_000,
): Promise<Found<Value>> {
  const late = new Error()
  Error.captureStackTrace(late, until)
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await Promise.resolve()
      .then(look)
      .then(
        (value) => ({ value, cause: undefined }),
        (cause: unknown) => ({ value: undefined, cause }),
      )
    if (seen.value) return seen.value as Found<Value>
    if (performance.now() > deadline) {
      const last = seen.cause === undefined ? inspect(seen.value) : String(seen.cause)
      late.message = `Not within ${withinMs} ms: ${String(look)}\nThe last look gave ${last}`
      late.cause = seen.cause
      throw late
    }
    await pause(20)
  }
}
