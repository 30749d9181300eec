import { marketplaces, publishedRules } from '../../../contract/shared/channels.ts'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { boardBeatMs } from '../../../contract/presence/presence.ts'
import type { Random } from '../../../demo/random.ts'
import { presencePace } from '../../../server/presence/chain.rules.ts'
import { FaultyMerchant, type Faults } from '../wishes/faulty-merchant.ts'
import { VirtualTime } from '../wishes/virtual-time.ts'
import { eveningMs, type EveningPlan } from './evening-plan.ts'
import { WatchedStore } from './watched-store.ts'

/** As the first marketplace publishes it. */
const acceptWithinMs = (publishedRules(marketplaces[0] ?? '')?.acceptWithinSeconds ?? 0) * secondMs
/** The live stream says something this often: a board whose word was lost says it again then. */
const pulseMs = 4 * secondMs
const agentBeatMs = 15 * secondMs
const lostShare = 0.02
const orderEveryMs = 2 * minuteMs
/** A person at the board takes an order so fast, at most. */
const takesWithinMs = 90 * secondMs

export interface EveningOf {
  readonly plan: EveningPlan
  readonly random: Random
  readonly faults: Faults
  /** False: nobody watches, as before presence. */
  readonly watched: boolean
  /** Within this time after the push somebody takes what waits, by phone; null: nobody does. */
  readonly answersWithinMs: number | null
}

export interface LivedEvening {
  /** Closed at the marketplace. Ms since 18:00. */
  readonly closed: readonly { readonly from: number; readonly to: number }[]
  readonly pausedAt: readonly number[]
  readonly orders: number
  /** Cancelled by the marketplace because nobody accepted them. */
  readonly expired: number
}

/** One evening of a store: its board, its printer, our rounds, and a marketplace behind a faulty line. */
export async function liveEvening(its: EveningOf): Promise<LivedEvening> {
  const { plan, random, watched } = its
  const time = new VirtualTime()
  const merchant = new FaultyMerchant(time, random, its.faults)
  const closed: { from: number; to: number }[] = []
  merchant.changed = () => {
    const last = closed.at(-1)
    const isClosed = merchant.pauses.length > 0
    if (isClosed && last?.to !== eveningMs) closed.push({ from: time.at, to: eveningMs })
    if (!isClosed && last) last.to = Math.min(last.to, time.at)
  }
  const store = new WatchedStore(time, random, merchant, plan.shop.acceptsAlone)
  speak(time, its, store)
  if (watched)
    every(time, presencePace.roundMs, () => {
      if (plan.works('server', time.at)) store.look()
    })
  const orders = takeOrders(time, its, store, () => merchant.pauses.length === 0)
  await time.passUntil(eveningMs)
  return { closed, pausedAt: store.pausedAt, ...orders() }
}

/** The board and the print agent, as often as they speak. */
function speak(time: VirtualTime, { plan, random }: EveningOf, store: WatchedStore): void {
  let saidAt = -Infinity
  let saidSound = false
  every(time, pulseMs, () => {
    if (!plan.isBoardLive(time.at)) return
    const sound = plan.isHeard(time.at)
    if (sound === saidSound && time.at - saidAt < boardBeatMs) return
    if (random.chance(lostShare)) return
    saidAt = time.at
    saidSound = sound
    time.later(random.between(30, 500), () => {
      store.hearBoard(sound)
    })
  })
  if (!plan.shop.acceptsAlone) return
  every(time, agentBeatMs, () => {
    if (plan.isConnected(time.at) && !random.chance(lostShare))
      store.hearPrinter(plan.works('paper', time.at))
  })
}

/** Orders arrive while the marketplace is open, and wait until somebody sees them. */
function takeOrders(
  time: VirtualTime,
  { plan, random, answersWithinMs }: EveningOf,
  store: WatchedStore,
  isOpen: () => boolean,
): () => Pick<LivedEvening, 'orders' | 'expired'> {
  let waiting: readonly { readonly at: number; readonly patienceMs: number; readonly seenMs: number }[] = []
  let orders = 0
  let expired = 0
  if (answersWithinMs !== null)
    store.told = () => {
      time.later(random.between(0.2, 1) * answersWithinMs, () => {
        waiting = []
      })
    }
  every(time, secondMs, () => {
    const seen = plan.isSeen(time.at)
    waiting = waiting
      .map((one) => (seen ? { ...one, seenMs: one.seenMs + secondMs } : one))
      .filter(({ seenMs, patienceMs }) => seenMs < patienceMs)
    const late = waiting.filter(({ at }) => time.at - at > acceptWithinMs)
    expired += late.length
    waiting = waiting.filter((one) => !late.includes(one))
    if (!isOpen() || !random.chance(secondMs / orderEveryMs)) return
    orders += 1
    waiting = [...waiting, { at: time.at, patienceMs: random.between(0, takesWithinMs), seenMs: 0 }]
  })
  return () => ({ orders, expired })
}

function every(time: VirtualTime, ms: number, run: () => void): void {
  const again = () => {
    run()
    time.later(ms, again)
  }
  time.later(ms, again)
}
