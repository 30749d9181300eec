import { dayMs, minuteMs } from '../../../contract/shared/durations.ts'
import { MarketplaceError } from '../../../server/marketplaces/marketplace-error.ts'
import type { WeekShift } from '../../../server/marketplaces/merchant.ts'
import type { Random } from '../../../demo/random.ts'
import type { VirtualTime } from './virtual-time.ts'

/** Shares of calls, from 0 to 1. */
export interface Faults {
  /** The request never arrives. */
  readonly lost: number
  /** The request arrives; its answer does not. */
  readonly unanswered: number
  /** The request arrives up to 40 s later, after others that left behind it. */
  readonly late: number
  /** Taken, answered, and not kept. */
  readonly dropped: number
}

export interface Pause {
  readonly id: string
  readonly ours: boolean
  readonly end: number
}

/** An item's state in its catalogue: on sale or not, or a price in centavos. */
export type Items = ReadonlyMap<string, boolean | number>

/** The rates are ours: iFood publishes none for these calls (docs/marketplaces/ifood.md section 6). */
export const published = {
  maxPauseDays: 7,
  maxCallsPerMinute: 180,
  maxWritesPerMinute: 60,
  maxItemWritesPerMinute: 60,
} as const
const callLimitMs = 5_000
const maxLateMs = 40_000

/** A merchant at a marketplace that loses, delays and reorders what is sent to it, and counts broken limits. */
export class FaultyMerchant {
  pauses: readonly Pause[] = []
  week: readonly WeekShift[] = []
  items: Items = new Map()
  /** Calls that broke its published rules. */
  readonly broken: string[] = []
  calls = 0
  /** Called after each change, by us or by a person there. */
  changed: () => void = () => undefined
  #ids = 0
  #called: number[] = []
  #wrote: number[] = []
  #wroteItems: number[] = []
  readonly #time: VirtualTime
  readonly #random: Random
  readonly #faults: Faults

  constructor(time: VirtualTime, random: Random, faults: Faults) {
    this.#time = time
    this.#random = random
    this.#faults = faults
  }

  list = (): Promise<readonly Pause[]> =>
    this.#call(() => this.pauses.filter(({ end }) => end > this.#time.at))

  readWeek = (): Promise<readonly WeekShift[]> => this.#call(() => this.week)

  pause = (end: number): Promise<string> =>
    this.#write(() => {
      const id = this.#newId()
      if (end <= this.#time.at) this.broken.push('a pause that ended')
      if (end - this.#time.at > published.maxPauseDays * dayMs)
        this.broken.push('a pause of more than seven days')
      this.set({ pauses: [...this.pauses, { id, ours: true, end }] })
      return id
    })

  resume = (id: string): Promise<void> =>
    this.#write(() => {
      this.set({ pauses: this.pauses.filter((one) => one.id !== id) })
    })

  writeWeek = (week: readonly WeekShift[]): Promise<void> =>
    this.#write(() => {
      this.set({ week })
    })

  readItems = (): Promise<Items> => this.#call(() => this.items)

  writeItem = (about: string, value: boolean | number): Promise<void> =>
    this.#write(() => {
      this.setItem(about, value)
    }, true)

  setItem(about: string, value: boolean | number): void {
    this.set({ items: new Map([...this.items, [about, value]]) })
  }

  /** A person in the marketplace's own app. */
  pausedOutside(end: number): void {
    this.set({ pauses: [...this.pauses, { id: this.#newId(), ours: false, end }] })
  }

  set(what: {
    readonly pauses?: readonly Pause[]
    readonly week?: readonly WeekShift[]
    readonly items?: Items
  }): void {
    Object.assign(this, what)
    this.changed()
  }

  #newId = (): string => `p${String((this.#ids += 1))}`

  #write<T>(arrive: () => T, ofItem = false): Promise<T> {
    return this.#call(() => {
      const now = this.#time.at
      if (ofItem) this.#wroteItems = counted(this.#wroteItems, now)
      else this.#wrote = counted(this.#wrote, now)
      if (this.#wrote.length > published.maxWritesPerMinute) this.broken.push('writes a minute')
      if (this.#wroteItems.length > published.maxItemWritesPerMinute)
        this.broken.push('writes of items a minute')
      const before = { pauses: this.pauses, week: this.week, items: this.items }
      const answer = arrive()
      if (this.#random.chance(this.#faults.dropped)) this.set(before)
      return answer
    })
  }

  async #call<T>(arrive: () => T): Promise<T> {
    const { lost, unanswered, late } = this.#faults
    const [time, random] = [this.#time, this.#random]
    this.calls += 1
    this.#called = counted(this.#called, time.at)
    if (this.#called.length > published.maxCallsPerMinute) this.broken.push('calls a minute')
    const answer = Promise.withResolvers<T>()
    const onWayMs = random.chance(late) ? random.between(0, maxLateMs) : random.between(40, 440)
    const backMs = random.between(40, 440)
    if (!random.chance(lost))
      time.later(onWayMs, () => {
        const value = arrive()
        if (!random.chance(unanswered))
          time.later(backMs, () => {
            answer.resolve(value)
          })
      })
    time.later(callLimitMs, () => {
      answer.reject(new MarketplaceError('ifood', 'unreachable', 'no answer'))
    })
    return answer.promise
  }
}

const counted = (times: readonly number[], now: number): number[] => [
  ...times.filter((at) => now - at < minuteMs),
  now,
]
