import { setTimeout as wait } from 'node:timers/promises'

/** One slow read must not make the next ones wait for as long again. */
const maxRestMs = 250

/**
 * Work that comes after what people wait for: one piece at a time, and after each as long a rest as it took. However
 * many ask, at least half of the time and all processors but one are left to others.
 */
export class Turns {
  readonly #pause: (ms: number) => Promise<void>
  #line: Promise<unknown> = Promise.resolve()

  constructor(pause = (ms: number): Promise<void> => wait(ms, undefined, { ref: false })) {
    this.#pause = pause
  }

  take<T>(work: () => Promise<T>): Promise<T> {
    let tookMs = 0
    const done = this.#line.then(async () => {
      const begun = performance.now()
      try {
        return await work()
      } finally {
        tookMs = performance.now() - begun
      }
    })
    const rest = () => (tookMs < 1 ? undefined : this.#pause(Math.min(tookMs, maxRestMs)))
    this.#line = done.then(rest, rest)
    return done
  }
}
