import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { seededRandom, type Random } from '../../../demo/random.ts'
import { readEnvironment } from '../../../server/env.ts'
import type { MarketplaceEvent } from '../../../server/marketplaces/marketplace-event.ts'
import { createMarketplaces } from '../../../server/marketplaces/registry.ts'
import { factOf } from '../../../server/orders/states/fact-of-event.ts'
import { foldOrder } from '../../../server/orders/states/fold-events.ts'
import { everyLife, type ChannelLives } from './lives.ts'

export interface PlayedSequences {
  readonly channel: string
  readonly sequences: number
  readonly events: number
  /** Deliveries of an event that had been delivered before. */
  readonly repeats: number
  /** Sequences after which the order was not what its life says. */
  readonly wrong: number
}

const first = Date.UTC(2026, 10, 20, 20)

/**
 * For each channel, lives of orders whose events arrive repeated, in any order, and split over polling and webhook, which
 * keep each event once. After every batch that arrives the state is folded again from what is kept, as the worker does;
 * at the end it is what the life says.
 */
export function playSequences(sequences: number, seed: number): readonly PlayedSequences[] {
  return everyLife.map((lives) => playChannel(lives, sequences, seed))
}

function playChannel(lives: ChannelLives, sequences: number, seed: number): PlayedSequences {
  const parts = { env: readEnvironment({}), log: pino({ level: 'silent' }), now: () => new Date(first) }
  const { events: reader } = createMarketplaces(parts).of(lives.platform)
  const random = seededRandom(seed)
  let events = 0
  let repeats = 0
  let wrong = 0
  for (let played = 0; played < sequences; played += 1) {
    const { sent, ends } = oneLife(lives, random)
    const arriving = shuffled([...sent, ...sent.filter(() => random.chance(0.4))], random)
    events += sent.length
    repeats += arriving.length - sent.length
    const kept = new Map<string, MarketplaceEvent>()
    let status: OrderStatus | null = null
    for (const raw of arriving) {
      const event = reader.read(raw, new Date(first))
      if (!event || kept.has(event.id)) continue
      kept.set(event.id, event)
      if (random.chance(0.5)) status = foldOrder([...kept.values()].map(factOf))?.status ?? null
    }
    status = foldOrder([...kept.values()].map(factOf))?.status ?? null
    if (status !== ends) wrong += 1
  }
  return { channel: lives.platform, sequences, events, repeats, wrong }
}

/** A beginning of the whole life, sometimes cancelled, with events between that change nothing. */
function oneLife(lives: ChannelLives, random: Random) {
  const orderId = randomUUID()
  const length = 1 + random.int(lives.steps.length)
  const sent: Readonly<Record<string, unknown>>[] = []
  let minutes = 0
  const say = (code: string) => {
    minutes += 1
    sent.push(lives.event(code, orderId, new Date(first + minutes * 60_000)))
  }
  let ends: OrderStatus = 'placed'
  for (const [code, after] of lives.steps.slice(0, length)) {
    say(code)
    ends = after
    if (random.chance(0.3)) say(random.pick(lives.besides))
  }
  if (random.chance(0.3)) {
    say(lives.cancelled)
    // A cancellation after the conclusion is a refund.
    if (ends !== 'concluded') ends = 'cancelled'
  }
  return { sent, ends }
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.int(at + 1)
    const [a, b] = [list[at] as T, list[other] as T]
    list[at] = b
    list[other] = a
  }
  return list
}
