import { isDeepStrictEqual } from 'node:util'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { renewed, wishPace, type Wish } from '../../../server/stores/wishes/wish.rules.ts'
import type { WishWorkers } from './wish-workers.ts'

/** One wish, beside what is true at the merchant. */
export class KeptWish<W, S> {
  readonly wrong: string[] = []
  readonly convergedMs: number[] = []
  readonly foundMs: number[] = []
  readonly #about: string
  readonly #workers: WishWorkers<W, S>
  #last: {
    readonly by: 'here' | 'outside'
    readonly at: number
    readonly quiet: boolean
    readonly left: S
  } | null = null
  #sameSince: number | null = null

  constructor(about: string, workers: WishWorkers<W, S>, here: W | null) {
    this.#about = about
    this.#workers = workers
    workers.here.set(about, here)
  }

  wishHere(here: W): number {
    if (isDeepStrictEqual(here, this.#here)) return 0
    this.#finish()
    this.#here = here
    this.#acted('here')
    this.#workers.prompt(true)
    return 1
  }

  /** The button: the store's own state once more. */
  wishAgain(): number {
    return this.#here === null ? 0 : this.wishNow(this.#here)
  }

  /** Noted in the transaction of its change. */
  wishNow(here: W): number {
    this.#finish()
    this.#workers.keep(new Map([[this.#about, renewed(this.#row ?? null, here, this.#now)]]))
    this.#here = here
    this.#acted('here')
    this.#workers.prompt(false)
    return 1
  }

  actOutside(act: () => void): number {
    this.#finish()
    const row = this.#row
    const quiet =
      row?.provedAt != null &&
      this.#isSame() &&
      row.sent.every(({ at }) => this.#now - at > wishPace.lateMs) &&
      (this.#last?.by !== 'here' || row.since >= this.#last.at)
    act()
    this.#acted('outside', quiet)
    return 1
  }

  /** Something changed at the merchant. */
  look(): void {
    if (!this.#isSame()) this.#sameSince = null
    else this.#sameSince ??= this.#now
  }

  end(): void {
    this.#finish()
    const [row, last] = [this.#row, this.#last]
    if (!row || !last) return
    const say = (what: string) =>
      this.wrong.push(
        `${this.#about}: ${what} ${JSON.stringify({ row, last, truth: this.#workers.line.truth(this.#about) })}`,
      )
    if (row.provedAt === null) say('not proved')
    if (!this.#isSame()) say('not as wished')
    if (last.by === 'here' && (row.origin !== 'here' || !isDeepStrictEqual(row.wished, this.#here)))
      say('a wish here was lost')
    if (last.by === 'outside' && last.quiet && row.origin !== 'outside')
      say('a change from outside was undone')
  }

  #acted(by: 'here' | 'outside', quiet = false): void {
    this.#last = { by, at: this.#now, quiet, left: this.#workers.line.truth(this.#about) }
    this.#sameSince = null
    if (by === 'here') this.look()
  }

  /** Before the next act: how long the last wish took, and whether a change from outside was found. */
  #finish(): void {
    const [last, now] = [this.#last, this.#now]
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
    return (
      wished != null &&
      this.#workers.line.rules.isSame(wished, this.#workers.line.truth(this.#about), this.#now)
    )
  }

  get #now(): number {
    return this.#workers.time.at
  }

  get #row(): Wish<W, S> | undefined {
    return this.#workers.row(this.#about)
  }

  get #here(): W | null {
    return this.#workers.here.get(this.#about) ?? null
  }

  set #here(here: W | null) {
    this.#workers.here.set(this.#about, here)
  }
}
