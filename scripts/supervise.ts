/** A program that runs. */
export interface Running {
  /** Why it ended, for a person: `código 1`, `sinal SIGKILL`. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface Part {
  /** As a sentence begins: `O servidor`. */
  readonly name: string
  /** Resolves when it serves. A start that takes long may end early when `stopping` is aborted. */
  start(stopping: AbortSignal): Promise<Running>
  /** An obstacle that passes on its own, such as a full disk: tried again for as long as it takes. */
  readonly waitsFor?: (error: unknown) => boolean
}

export interface Supervised {
  /** Resolves once it runs, at once if it does. Rejects when the first start failed. */
  up(): Promise<unknown>
  stop(): Promise<void>
}

export interface Supervision {
  readonly say: (line: string) => void
  /** Called once when it ended too often; it is not started any more. */
  readonly giveUp: () => void
  /** First pause before a new start, doubled when it ends again soon. */
  readonly pauseMs?: number
  readonly longestPauseMs?: number
}

const mostEndsPerMinute = 10
const soonMs = 10_000

/** Starts a part, and starts it again when it ends. */
export function supervise(
  part: Part,
  { say, giveUp, pauseMs = 250, longestPauseMs = 5_000 }: Supervision,
): Supervised {
  const stopped = Promise.withResolvers<null>()
  const stop = new AbortController()
  let running: Running | null = null
  let up: Promise<unknown> = Promise.resolve()

  const start = async (): Promise<Running> => {
    running = await part.start(stop.signal)
    return running
  }
  const startAgain = async (firstPauseMs: number): Promise<Running | null> => {
    let failures = 0
    let told = ''
    for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
      await Promise.race([pause(wait), stopped.promise])
      if (stop.signal.aborted) return null
      try {
        return await start()
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        if (problem !== told) say(problem)
        told = problem
        failures += part.waitsFor?.(error) ? 0 : 1
      }
      if (failures < mostEndsPerMinute) continue
      say(`${part.name} não iniciou em ${failures} tentativas. O Balcão vai parar.`)
      giveUp()
      return null
    }
  }
  const watch = async (first: Running): Promise<void> => {
    let ends: readonly number[] = []
    let quickEnds = 0
    for (let current: Running | null = first; current;) {
      const began = Date.now()
      const why = await current.ended
      if (stop.signal.aborted) return
      ends = [...ends.filter((at) => at > Date.now() - 60_000), Date.now()]
      quickEnds = Date.now() - began < soonMs ? quickEnds + 1 : 0
      if (ends.length >= mostEndsPerMinute) {
        say(`${part.name} parou ${ends.length} vezes em um minuto (${why}). O Balcão vai parar.`)
        giveUp()
        return
      }
      say(`${part.name} parou (${why}). Iniciando de novo.`)
      const next = startAgain(Math.min(pauseMs * 2 ** quickEnds, longestPauseMs))
      // It never resolves when nothing is started any more: the process ends, and those who wait with it.
      up = next.then((again) => again ?? new Promise(() => {}))
      current = await next
    }
  }

  const first = start()
  up = first
  const watching = first.then(watch, () => {})
  return {
    up: () => up,
    stop: async () => {
      stop.abort()
      stopped.resolve(null)
      // A start that has begun ends first, so that nothing is left running.
      await first.catch(() => {})
      await running?.stop()
      await watching
      await running?.stop()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
