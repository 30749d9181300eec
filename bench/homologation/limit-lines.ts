import { MarketplaceError } from '../../server/marketplaces/marketplace-error.ts'
import { marketplaceOf, type House } from './house.ts'
import type { Line, Seen } from './line.ts'

/** Of the page rate-limit: cancellations a minute and token. */
const published = 300

/** Last: for a minute after it no cancellation leaves. */
export const limitLines: readonly Line[] = [
  {
    module: 'Order',
    line: 'limits of calls are kept',
    page: 'order/homologation',
    is: { check: keepsLimit },
  },
]

/** Cancellations until ours hold the next one back. */
async function keepsLimit(house: House): Promise<Seen> {
  const { externalId } = await house.place({ type: 'DELIVERY' })
  const { orders } = await marketplaceOf(house)
  const [code] = (await orders.cancellationReasons?.(externalId)) ?? []
  let sent = 0
  let heldMs: number | null = null
  while (heldMs === null && sent <= published)
    try {
      await orders.request(externalId, {
        action: 'cancel',
        code: code?.code ?? '',
        reason: code?.description ?? '',
      })
      sent += 1
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.kind !== 'throttled') throw error
      heldMs = error.waitMs
    }
  const { limited } = await house.control.readLog()
  return {
    passed: heldMs !== null && limited.length === 0,
    exchange: `POST …/requestCancellation × ${String(sent)} → the next one is held back; 429: ${String(limited.length)}`,
  }
}
