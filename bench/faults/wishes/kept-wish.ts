import { isDeepStrictEqual } from 'node:util'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'
import { reconcile, type WishPort } from '../../../server/stores/wishes/reconcile.ts'
import { lookAt, renewed, wishPace, type Wish } from '../../../server/stores/wishes/wish.rules.ts'
import type { Line } from './merchant-ports.ts'
import type { VirtualTime } from './virtual-time.ts'

const roundMs = minuteMs
/** The claim of an effect whose process died ends after so long. */
const claimMs = 40 * secondMs
const dies = 0.002

/** One kind of wish with its workers, beside what is true at the merchant. */
export class KeptWish<W, S> {
  readonly wrong: string[] = []
  readonly convergedMs: number[] = []
  readonly foundMs: number[] = []
  #row: Wish<W, S> | null = null
  #lookAt = 0
  #here: W
  #last: {
    readonly by: 'here' | 'outside'
    readonly at: number
    readonly quiet: boolean
    readonly left: S
  } | null = null
  #sameSince: number | null = null
  readonly #due = new Set<number>()
  readonly #name: string
  readonly #time: VirtualTime
  readonly #random: Random
  readonly #line: Line<W, S>

  constructor(name: string, time: VirtualTime, random: Random, line: Line<NonNullable<W>, S>, here: W) {
    this.#name = name
    this.#time = time
    this.#random = random
    this.#line = line as Line<W, S>
    this.#here = here
  }

  begin(): void {
    this.#work(this.#here !== null)
    const round = () => {
      if (this.#lookAt <= this.#time.at) this.#work(false)
      this.#time.later(roundMs, round)
    }
    this.#time.later(this.#random.between(0, roundMs), round)
  }

  wishHere(here: W): number {
    if (isDeepStrictEqual(here, this.#here)) return 0
    this.#finish()
    this.#here = here
    this.#acted('here')
    this.#prompt(true)
    return 1
  }

  /** The button: the store's own state once more. */
  wishAgain(here: W = this.#here): number {
    this.#finish()
    this.#keep(renewed(this.#row, here, this.#time.at))
    this.#here = here
    this.#acted('here')
    this.#prompt(false)
    return 1
  }

  actOutside(act: () => void): number {
    this.#finish()
    const row = this.#row
    const quiet =
      row?.provedAt != null &&
      this.#isSame() &&
      row.sent.every(({ at }) => this.#time.at - at > wishPace.lateMs) &&
      (this.#last?.by !== 'here' || row.since >= this.#last.at)
    act()
    this.#acted('outside', quiet)
    return 1
  }

  /** Something changed at the merchant. */
  look(): void {
    if (!this.#isSame()) this.#sameSince = null
    else this.#sameSince ??= this.#time.at
  }

  end(): void {
    this.#finish()
    const [row, last] = [this.#row, this.#last]
    if (!row || !last) return
    const say = (what: string) =>
      this.wrong.push(`${this.#name}: ${what} ${JSON.stringify({ row, last, truth: this.#line.truth() })}`)
    if (row.provedAt === null) say('not proved')
    if (!this.#isSame()) say('not as wished')
    if (last.by === 'here' && (row.origin !== 'here' || !isDeepStrictEqual(row.wished, this.#here)))
      say('a wish here was lost')
    if (last.by === 'outside' && last.quiet && row.origin !== 'outside')
      say('a change from outside was undone')
  }

  #keep(row: Wish<W, S>): void {
    this.#row = row
    this.#lookAt = lookAt(row, this.#time.at)
  }

  #acted(by: 'here' | 'outside', quiet = false): void {
    this.#last = { by, at: this.#time.at, quiet, left: this.#line.truth() }
    this.#sameSince = null
    if (by === 'here') this.look()
  }

  /** Before the next act: how long the last wish took, and whether a change from outside was found. */
  #finish(): void {
    const [last, now] = [this.#last, this.#time.at]
    if (!last || !this.#row) return
    if (last.by === 'here') {
      if (this.#isSame()) this.convergedMs.push((this.#sameSince ?? now) - last.at)
      else if (now - last.at > minuteMs) this.convergedMs.push(now - last.at)
    } else if (last.quiet) {
      const { origin, since } = this.#row
      if (origin === 'outside' && since >= last.at) this.foundMs.push(since - last.at)
      else if (!this.#isSame()) this.foundMs.push(now - last.at)
    }
  }

  #isSame(): boolean {
    const wished = this.#last?.by === 'here' ? this.#here : this.#row?.wished
    return wished != null && this.#line.rules.isSame(wished, this.#line.truth(), this.#time.at)
  }

  #prompt(asked: boolean): void {
    this.#time.later(this.#random.between(5, 500), () => {
      this.#work(asked)
    })
  }

  #work(asked: boolean): void {
    let dead = false
    const alive = <T>(go: () => Promise<T>): Promise<T> => {
      if (!dead && this.#random.chance(dies)) {
        dead = true
        this.#time.later(claimMs, () => {
          this.#work(asked)
        })
      }
      return dead ? new Promise<T>(() => undefined) : go()
    }
    const port: WishPort<W, S> = {
      ...this.#line,
      now: () => this.#time.at,
      change: (how) =>
        alive(() => {
          const after = how(this.#row)
          if (after) this.#keep(after)
          return Promise.resolve(this.#row)
        }),
      read: () => alive(() => this.#line.read()),
      write: (wished, seen) => alive(() => this.#line.write(wished, seen)),
    }
    void reconcile(port, { here: this.#here, asked }).then((at) => {
      this.#chain(at)
    })
  }

  /** What is due within a minute has an effect of its own; the rest is found by the round. */
  #chain(at: number): void {
    const due = Math.ceil(at / secondMs) * secondMs
    if (due - this.#time.at > roundMs || this.#due.has(due)) return
    this.#due.add(due)
    this.#time.later(Math.max(0, due - this.#time.at), () => {
      this.#due.delete(due)
      this.#work(false)
    })
  }
}
