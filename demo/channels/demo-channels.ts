import type { ChannelFees } from '../../contract/integrations/fees.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import type { DemoOrder } from '../history/demo-orders.ts'
import type { Random } from '../random.ts'

/** An ordering application that the first store has sold at for some time. */
interface DemoChannel {
  /** The store as the application's portal names it. */
  readonly merchantId: string
  /** Days before today that its first order came. */
  readonly sinceDays: number
  /** Of the orders that would have come through iFood. */
  readonly share: number
  /** What the contract of the store says. */
  readonly fees: ChannelFees
}

export const demoChannels = {
  keeta: {
    merchantId: '466663',
    sinceDays: 46,
    share: 0.24,
    fees: { commissionBps: 1_500, paymentFeeBps: 250, monthlyFeeCents: 0, samePrices: false },
  },
  aiqfome: {
    merchantId: '96493',
    sinceDays: 24,
    share: 0.14,
    fees: { commissionBps: 1_000, paymentFeeBps: 290, monthlyFeeCents: 0, samePrices: false },
  },
} as const satisfies Readonly<Record<string, DemoChannel>>

type Application = keyof typeof demoChannels

/** Through which application an order of iFood's came instead, `back` days ago; null: through iFood. */
export function applicationOf(store: DemoStore, back: number, random: Random): Application | null {
  if (store.id !== demoStores[0]?.id) return null
  let drawn = random.next()
  for (const [platform, { sinceDays, share }] of Object.entries(demoChannels)) {
    if (back > sinceDays) continue
    drawn -= share
    if (drawn < 0) return platform as Application
  }
  return null
}

/** The same order through the application: its parts and its course stay, its channel and what that keeps do not. */
export function throughApplication({ order }: DemoOrder, platform: Application): DemoOrder {
  const { merchantId, fees } = demoChannels[platform]
  const prepaid = order.detail.payments
    .filter((payment) => payment.prepaid)
    .reduce((sum, payment) => sum + payment.cents, 0)
  return {
    order: {
      ...order,
      platform,
      merchant_id: merchantId,
      commission_cents: shareOf(order.gross_cents - order.store_discount_cents, fees.commissionBps),
      payment_fee_cents: shareOf(prepaid, fees.paymentFeeBps),
      events: order.events.map((event) => ({ ...event, source: platform })),
    },
    // The standard has no reviews.
    review: null,
  }
}

const shareOf = (cents: number, bps: number): number => Math.round((cents * bps) / 10_000)
