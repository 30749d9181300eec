import { doubledMs } from '../contract/shared/back-off.ts'

/** A program that runs. */
export interface Running {
  /** Why it ended, for a person: `código 1`, `sinal SIGKILL`. */
  readonly ended: Promise<string>
  /** Also ends what is left of it after it ended. */
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
  /**
   * Called once when it ended too often; it is not started any more. Null: the others work without it, so it is
   * paused instead, longer each time, also when its first start failed.
   */
  readonly giveUp: (() => void) | null
  /** Whether the part itself is to blame for an end or a failed start: not while what it needs is away. */
  readonly counts?: () => Promise<boolean>
  /** First wait before a new start, doubled when it ends again soon. */
  readonly pauseMs?: number
  readonly maxPauseMs?: number
  /** First wait of a part that ended too often, doubled when it ends again soon. */
  readonly restMs?: number
  readonly maxRestMs?: number
}

const maxEndsPerMinute = 10
const soonMs = 10_000

/** Starts a part, and starts it again when it ends. */
export function supervise(part: Part, supervision: Supervision): Supervised {
  const { say, giveUp, counts = async () => true, pauseMs = 250, maxPauseMs = 5_000 } = supervision
  const { restMs = 60_000, maxRestMs = 900_000 } = supervision
  const stopped = Promise.withResolvers<null>()
  const stop = new AbortController()
  let running: Running | null = null
  let up: Promise<unknown> = Promise.resolve()
  /** Since it last ran for a while. */
  let rests = 0

  const wait = (ms: number) => Promise.race([pause(ms), stopped.promise])
  const start = async (): Promise<Running> => {
    running = await part.start(stop.signal)
    return running
  }
  /** False: nothing is started any more. */
  const rest = async (what: string): Promise<boolean> => {
    if (giveUp) {
      say(`${what} O Balcão vai parar.`)
      giveUp()
      return false
    }
    if (rests === 0) say(`${what} O resto funciona sem ele; de tempos em tempos tentamos de novo.`)
    await wait(doubledMs(restMs, rests, maxRestMs))
    rests += 1
    return !stop.signal.aborted
  }
  const startAgain = async (firstPauseMs: number): Promise<Running | null> => {
    let failures = 0
    let told = ''
    for (let ms = firstPauseMs; ; ms = Math.min(ms * 2, maxPauseMs)) {
      await wait(ms)
      if (stop.signal.aborted) return null
      try {
        return await start()
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        if (problem !== told && !stop.signal.aborted) say(problem)
        told = problem
        if (!part.waitsFor?.(error) && (await counts())) failures += 1
      }
      if (failures < (rests > 0 ? 1 : maxEndsPerMinute)) continue
      if (!(await rest(`${part.name} não iniciou em ${failures} tentativas.`))) return null
      failures = 0
    }
  }
  const again = (firstPauseMs: number): Promise<Running | null> => {
    const next = startAgain(firstPauseMs)
    // It never resolves when nothing is started any more: the process ends, and those who wait with it.
    up = next.then((started) => started ?? new Promise(() => {}))
    return next
  }
  const watch = async (first: Running | null): Promise<void> => {
    let ends: readonly number[] = []
    let quickEnds = 0
    for (let current = first; current;) {
      // Started again while everything stops: `stop` ends it, and waits for this.
      if (stop.signal.aborted) return
      const began = Date.now()
      const why = await current.ended
      if (stop.signal.aborted) return
      await current.stop().catch(() => {})
      const isQuick = Date.now() - began < soonMs
      quickEnds = isQuick ? quickEnds + 1 : 0
      if (!isQuick) rests = 0
      if (await counts()) ends = [...ends.filter((at) => at > Date.now() - 60_000), Date.now()]
      if (ends.length >= maxEndsPerMinute || (rests > 0 && ends.length > 0)) {
        const often = `${part.name} parou ${maxEndsPerMinute} vezes em um minuto (${why}).`
        if (!(await rest(often))) return
        ends = []
        quickEnds = 0
      } else if (giveUp || quickEnds <= 1) say(`${part.name} parou (${why}). Iniciando de novo.`)
      current = await again(doubledMs(pauseMs, quickEnds, maxPauseMs))
    }
  }

  const first = start()
  up = first
  const watching = first.then(watch, async (error: unknown) => {
    if (giveUp) return
    say(error instanceof Error ? error.message : String(error))
    await watch(await again(pauseMs))
  })
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
