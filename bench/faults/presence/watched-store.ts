import { agentSilentSeconds } from '../../../contract/printing/printing.ts'
import { secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'
import { gapStep, presencePace, verdictOn, type Gap } from '../../../server/presence/chain.rules.ts'
import { openWish, type PauseWish, type SeenPause } from '../../../server/stores/wishes/pause-wish.rules.ts'
import type { FaultyMerchant } from '../wishes/faulty-merchant.ts'
import { ourPausePort } from '../wishes/merchant-ports.ts'
import type { VirtualTime } from '../wishes/virtual-time.ts'
import { WishWorkers } from '../wishes/wish-workers.ts'

/** What the server knows of a store, and what it does each round: the rows of server/presence, in memory. */
export class WatchedStore {
  readonly pausedAt: number[] = []
  /** Called with each push. */
  told: () => void = () => undefined
  #heardAt: number | null = null
  #silentAt: number | null = null
  #printer: { readonly at: number; readonly ok: boolean } | null = null
  #gap: Gap | null = null
  #since: number | null = null
  #lookedAt: number | null = null
  readonly #time: VirtualTime
  readonly #acceptsAlone: boolean
  readonly #pause: WishWorkers<PauseWish, readonly SeenPause[]>

  constructor(time: VirtualTime, random: Random, merchant: FaultyMerchant, acceptsAlone: boolean) {
    this.#time = time
    this.#acceptsAlone = acceptsAlone
    this.#pause = new WishWorkers(time, random, ourPausePort(merchant, time), 0)
    this.#wish(openWish)
    this.#pause.begin(true)
  }

  hearBoard(sound: boolean): void {
    if (sound) this.#heardAt = this.#time.at
    else this.#silentAt = this.#time.at
  }

  hearPrinter(ok: boolean): void {
    this.#printer = { at: this.#time.at, ok }
  }

  look(): void {
    const now = this.#time.at
    if (this.#lookedAt === null || now - this.#lookedAt > presencePace.blindAfterMs) this.#since = now
    this.#lookedAt = now
    const verdict = verdictOn(
      {
        heardAt: this.#heardAt,
        silentAt: this.#silentAt,
        acceptsAlone: this.#acceptsAlone,
        printerAt: this.#printerAt(now),
      },
      this.#since ?? now,
      now,
    )
    const step = gapStep(this.#gap, { mode: 'pause', wanted: true, verdict, pauseEnded: false }, now)
    if (step.do === 'begin') {
      this.#gap = { mode: 'pause', cause: step.cause, dueAt: step.dueAt, paused: false, reopened: false }
      this.told()
    }
    if (step.do === 'rename' && this.#gap) this.#gap = { ...this.#gap, cause: step.cause }
    if (step.do === 'pause' && this.#gap) {
      this.#gap = { ...this.#gap, paused: true }
      this.pausedAt.push(now)
      this.#wish({ closed: true, until: null })
    }
    if (step.do === 'end') {
      if (this.#gap?.paused) this.#wish(openWish)
      this.#gap = null
    }
  }

  #printerAt(now: number): number | null {
    const printer = this.#printer
    return printer?.ok && now - printer.at < agentSilentSeconds * secondMs ? printer.at : null
  }

  #wish(wish: PauseWish): void {
    this.#pause.here.set('pause', wish)
    this.#pause.prompt(true)
  }
}
