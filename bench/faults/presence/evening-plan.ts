import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Random } from '../../../demo/random.ts'

/** From 18:00 to 23:30. */
export const eveningMs = 330 * minuteMs

/** `all`: of the store. `server`: nothing of ours answers, as while a version is deployed. */
type Trouble = 'tab' | 'sound' | 'paper' | 'net' | 'all' | 'server'

/** Something does not work for a while. Ms since 18:00. */
interface Span {
  readonly trouble: Trouble
  readonly from: number
  readonly to: number
}

/** How the store sees its orders. */
export interface Shop {
  readonly hasBoard: boolean
  /** With a printer. */
  readonly acceptsAlone: boolean
}

/** What works when: the truth, which presence has to guess. */
export class EveningPlan {
  readonly shop: Shop
  readonly spans: readonly Span[]

  constructor(shop: Shop, spans: readonly Span[]) {
    this.shop = shop
    this.spans = spans
  }

  works(trouble: Exclude<Trouble, 'all'>, at: number): boolean {
    return this.spans.every((span) => {
      const hits = span.trouble === trouble || (span.trouble === 'all' && trouble !== 'server')
      return !hits || at < span.from || at >= span.to
    })
  }

  /** The store has a line to us. */
  isConnected = (at: number): boolean => this.works('net', at) && this.works('server', at)

  /** A board that is live shows the store's orders, and may sound or not. */
  isBoardLive = (at: number): boolean => this.shop.hasBoard && this.works('tab', at) && this.isConnected(at)

  isHeard = (at: number): boolean => this.isBoardLive(at) && this.works('sound', at)

  /** Somebody would see an order that arrives now. */
  isSeen = (at: number): boolean =>
    this.isHeard(at) || (this.shop.acceptsAlone && this.works('paper', at) && this.isConnected(at))

  /** When nobody would see an order, in order. */
  unseen(): readonly { readonly from: number; readonly to: number }[] {
    const edges = [0, eveningMs, ...this.spans.flatMap(({ from, to }) => [from, to])]
      .filter((at) => at <= eveningMs)
      .toSorted((a, b) => a - b)
    const unseen: { from: number; to: number }[] = []
    for (const [index, from] of edges.entries()) {
      const to = edges[index + 1]
      if (to === undefined || to === from || this.isSeen(from)) continue
      const last = unseen.at(-1)
      if (last?.to === from) last.to = to
      else unseen.push({ from, to })
    }
    return unseen
  }
}

/** That many breaks of every kind at any time of the evening, from ten seconds to twelve minutes. */
export function brokenEvening(shop: Shop, breaks: number, random: Random): EveningPlan {
  const spans = Array.from({ length: breaks }, () => {
    const from = Math.round(random.between(5 * minuteMs, eveningMs - 20 * minuteMs))
    const trouble = random.pick<Trouble>(['tab', 'sound', 'paper', 'net', 'all'])
    return { trouble, from, to: from + Math.round(random.between(10 * secondMs, 12 * minuteMs)) }
  })
  return new EveningPlan(shop, spans)
}

/** An evening in which somebody is there, with what happens anyway: a page that loads again, a line that stutters, a deployment. */
export function usualEvening(shop: Shop, random: Random): EveningPlan {
  const spans = Array.from({ length: 12 }, () => {
    const from = Math.round(random.between(0, eveningMs))
    const trouble = random.weighted<Trouble>(
      [
        ['tab', 3],
        ['net', 5],
        ['paper', 2],
        ['server', 1],
      ],
      'net',
    )
    // Mostly seconds, now and then two minutes.
    const to = from + Math.round(random.between(2, 11) ** 2 * secondMs)
    return { trouble, from, to }
  })
  return new EveningPlan(shop, spans)
}
