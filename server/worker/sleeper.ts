export interface Sleeper {
  /** Until it is woken or the time is over; returns at once when it was woken since the last sleep. */
  sleep(ms: number): Promise<void>
  /** The whole time, also when woken, unless it is ended. */
  rest(ms: number): Promise<void>
  readonly wake: () => void
  end(): void
}

export function createSleeper(): Sleeper {
  let woken = false
  let wakeUp: (() => void) | null = null
  let stopRest: (() => void) | null = null
  const until = (ms: number, keep: (resolve: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      keep(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  return {
    sleep: async (ms) => {
      if (!woken)
        await until(ms, (resolve) => {
          wakeUp = resolve
        })
      wakeUp = null
      woken = false
    },
    rest: (ms) =>
      until(ms, (resolve) => {
        stopRest = resolve
      }),
    wake: () => {
      woken = true
      wakeUp?.()
    },
    end: () => stopRest?.(),
  }
}
