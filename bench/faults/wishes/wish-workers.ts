import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'
import { reconcile, type WishPort } from '../../../server/stores/wishes/reconcile.ts'
import { lookAt, type Wish } from '../../../server/stores/wishes/wish.rules.ts'
import type { Line } from './merchant-ports.ts'
import type { VirtualTime } from './virtual-time.ts'

const roundMs = minuteMs
/** The claim of an effect whose process died ends after so long. */
const claimMs = 40 * secondMs
const usuallyDies = 0.002

/** The rows of wishes that are looked at together, and the workers that make them so. */
export class WishWorkers<W, S> {
  /** The store's own state of each; null: it has none. */
  readonly here = new Map<string, W | null>()
  readonly line: Line<W, S>
  readonly time: VirtualTime
  #rows: ReadonlyMap<string, Wish<W, S>> = new Map()
  readonly #lookAt = new Map<string, number>()
  readonly #due = new Set<number>()
  readonly #random: Random
  readonly #dies: number

  /** `dies`: how often a worker is killed at a step, from 0 to 1. */
  constructor(time: VirtualTime, random: Random, line: Line<W, S>, dies = usuallyDies) {
    this.#dies = dies
    this.time = time
    this.#random = random
    this.line = line
  }

  /** `asked`: the store's own state is a wish at once. */
  begin(asked: boolean): void {
    this.#work(asked)
    const round = () => {
      if (Math.min(...this.#lookAt.values()) <= this.time.at) this.#work(false)
      this.time.later(roundMs, round)
    }
    this.time.later(this.#random.between(0, roundMs), round)
  }

  row(about: string): Wish<W, S> | undefined {
    return this.#rows.get(about)
  }

  keep(rows: ReadonlyMap<string, Wish<W, S>>): void {
    this.#rows = new Map([...this.#rows, ...rows])
    for (const [about, row] of rows) this.#lookAt.set(about, lookAt(row, this.time.at))
  }

  prompt(asked: boolean): void {
    this.time.later(this.#random.between(5, 500), () => {
      this.#work(asked)
    })
  }

  #work(asked: boolean): void {
    let dead = false
    const alive = <T>(go: () => Promise<T>): Promise<T> => {
      if (!dead && this.#random.chance(this.#dies)) {
        dead = true
        this.time.later(claimMs, () => {
          this.#work(asked)
        })
      }
      return dead ? new Promise<T>(() => undefined) : go()
    }
    const port: WishPort<W, S> = {
      ...this.line,
      now: () => this.time.at,
      change: (how) =>
        alive(() => {
          this.keep(how(this.#rows))
          return Promise.resolve(this.#rows)
        }),
      read: () => alive(() => this.line.read()),
      write: (about, wished, seen) => alive(() => this.line.write(about, wished, seen)),
    }
    void reconcile(port, { here: this.here, asked }).then((at) => {
      this.#chain(at)
    })
  }

  /** What is due within a minute has an effect of its own; the rest is found by the round. */
  #chain(at: number): void {
    const due = Math.ceil(at / secondMs) * secondMs
    if (due - this.time.at > roundMs || this.#due.has(due)) return
    this.#due.add(due)
    this.time.later(Math.max(0, due - this.time.at), () => {
      this.#due.delete(due)
      this.#work(false)
    })
  }
}
