import { fileURLToPath } from 'node:url'
import { Tinypool, type TinypoolChannel } from 'tinypool'
import { AppError } from '../errors/app-error.ts'
import { noteIn } from './child-task.ts'

export interface ChildLimits {
  readonly children: number
  /** Tasks that wait for a child; further ones are rejected. */
  readonly maxWaiting: number
  /** The same, of one key. */
  readonly maxWaitingOfKey: number
  /** How long a task may wait for a child. */
  readonly maxWaitMs: number
  readonly heapMb: number
  /** Resident memory of a child, native memory included. */
  readonly maxMemoryMb: number
}

/** Messages of a task beside its answer, both ways. */
export type TaskChannel = Required<Pick<TinypoolChannel, 'onMessage' | 'postMessage'>>

interface TaskOptions {
  /** The account or store that the task is for: one task of a key runs at a time. */
  readonly key: string
  /** From the moment at which the child says that it begins (child-task.ts). */
  readonly maxMs?: number
  readonly signal?: AbortSignal
  readonly channel?: TaskChannel
}

/** The child ended, ran out of memory or time, or its task threw. */
export class ChildTaskError extends Error {
  override readonly name = 'ChildTaskError'
}

interface Waiting {
  readonly key: string
  readonly start: () => void
}

/**
 * Work on bytes that others sent, in processes of their own: one that takes all its memory or time ends with its task
 * and is replaced, and nothing else notices. They get no settings and no secrets of this process.
 */
export class ChildPool {
  readonly #limits: ChildLimits
  readonly #pool: Tinypool
  readonly #line: Waiting[] = []
  readonly #running = new Set<string>()

  /** `ahead`: children that are started now and stay. */
  constructor(limits: ChildLimits, ahead = 0) {
    this.#limits = limits
    this.#pool = new Tinypool({
      runtime: 'child_process',
      serialization: 'advanced',
      minThreads: ahead,
      maxThreads: limits.children,
      idleTimeout: 60_000,
      env: {},
      argv: [String(limits.maxMemoryMb)],
      execArgv: [`--max-old-space-size=${String(limits.heapMb)}`, '--import', childLimits],
    })
    // Its task hears the same error; an event without a listener would end this process.
    this.#pool.on('error', () => {})
  }

  get waiting(): number {
    return this.#line.length
  }

  /**
   * The answer of the module's default export. Throws `server/overloaded` or `rate-limit/exceeded` when too many wait,
   * else ChildTaskError.
   */
  async run<Answer>(module: URL, task: object, options: TaskOptions): Promise<Answer> {
    const { key } = options
    await this.#turn(key)
    const limit = timeLimit(options.maxMs)
    try {
      const signal = AbortSignal.any([...(options.signal ? [options.signal] : []), limit.signal])
      const filename = fileURLToPath(module)
      const channel = this.#listening(options.channel, limit.begin)
      return (await this.#pool.run(task, { filename, signal, channel })) as Answer
    } catch (error) {
      throw new ChildTaskError('a task in a child process failed', { cause: error })
    } finally {
      limit.end()
      this.#running.delete(key)
      this.#next()
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  /** The messages of the task without the child's notes. */
  #listening(channel: TaskChannel | undefined, begin: () => void): TaskChannel {
    return {
      onMessage: (callback) => channel?.onMessage(callback),
      postMessage: (message) => {
        const note = noteIn(message)
        if (note === undefined) channel?.postMessage(message)
        else if (note === 'begun') begin()
        // Its child is replaced when the task is over, and so are those that have nothing to do.
        else void this.#pool.recycleWorkers()
      },
    }
  }

  #turn(key: string): Promise<void> {
    const { maxWaiting, maxWaitingOfKey, maxWaitMs } = this.#limits
    if (this.#line.length >= maxWaiting) throw new AppError('server/overloaded')
    if (this.#line.filter((one) => one.key === key).length >= maxWaitingOfKey)
      throw new AppError('rate-limit/exceeded', { retryAfterSeconds: 5, message: tooManyOfKey })
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        key,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(waiting), 1)
        reject(new AppError('server/overloaded'))
      }, maxWaitMs)
      this.#line.push(waiting)
      this.#next()
    })
  }

  /** The first in line whose key has nothing running. */
  #next(): void {
    while (this.#running.size < this.#limits.children) {
      const at = this.#line.findIndex(({ key }) => !this.#running.has(key))
      const [first] = at < 0 ? [] : this.#line.splice(at, 1)
      if (!first) return
      this.#running.add(first.key)
      first.start()
    }
  }
}

/** A machine on which a child takes longer to start has other troubles. */
const maxStartMs = 60_000

/** Aborts a task that takes longer than it may, counted from its own first message. */
function timeLimit(maxMs?: number) {
  const clock = new AbortController()
  const within = (ms: number) => setTimeout(() => clock.abort(new Error('The time of the task is over.')), ms)
  let timer = maxMs === undefined ? undefined : within(maxStartMs)
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    if (maxMs !== undefined) timer = within(maxMs)
  }
  return { signal: clock.signal, begin, end }
}

const tooManyOfKey = 'Já há arquivos seus em preparo. Espere um terminar e tente de novo.'
const childLimits = new URL('./child-limits.ts', import.meta.url).href
