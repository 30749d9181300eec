import { randomUUID } from 'node:crypto'
import { addDays, localParts } from '../contract/shared/day.ts'
import type { LedgerKind, LedgerLine, PayoutWeek } from '../server/marketplaces/ledger.ts'
import { sum } from '../server/orders/taking/order-batch.ts'
import type { DemoDispute } from './demo-disputes.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoStore } from './demo-stores.ts'
import type { Random } from './random.ts'

/** The week runs Monday to Sunday and is paid on Wednesday. */
const paidAfterDays = 3

/** The marketplace's ledger of the store's history, with deliberate errors for a store to find. */
export function demoLedger(
  store: DemoStore,
  made: readonly DemoOrder[],
  disputes: readonly DemoDispute[],
  now: Date,
  random: Random,
): readonly LedgerLine[] {
  const lines: LedgerLine[] = []
  const refunds = new Map(disputes.map((dispute) => [dispute.order_id, dispute.lost_cents]))
  for (const { order } of made) {
    if (order.platform !== 'ifood' || order.status !== 'concluded' || !order.completed_at) continue
    if (random.chance(0.004)) continue
    const add = (kind: LedgerKind, partnerKind: string, cents: number, more: Partial<LedgerWish> = {}) =>
      lines.push(
        line({
          at: order.completed_at ?? order.created_at,
          saleAt: order.created_at,
          orderId: order.external_id,
          kind,
          partnerKind,
          cents,
          ...more,
        }),
      )
    const prepaid = sum(order.detail.payments.filter((one) => one.prepaid).map((one) => one.cents))
    const above = random.chance(0.012)
      ? Math.round((order.gross_cents - order.store_discount_cents) * 0.02)
      : 0
    add('sale', 'SALE', prepaid > 0 ? prepaid : order.order_cents, { transferred: prepaid > 0 })
    add('commission', 'ORDER_COMMISSION', -(order.commission_cents + above))
    if (order.payment_fee_cents > 0) add('paymentFee', 'PAYMENT_TRANSACTION_FEE', -order.payment_fee_cents)
    if (order.marketplace_discount_cents > 0)
      add('subsidy', 'IFOOD_SUBSIDY', order.marketplace_discount_cents)
    if (order.logistics_cents > 0) add('logistics', 'ORDER_DELIVERY_COMMISSION', -order.logistics_cents)
    const refund = refunds.get(order.id) ?? 0
    if (refund > 0) add('refund', 'ORDER_REFUND', -refund)
    if (random.chance(0.003)) {
      const later = Date.parse(order.created_at) + 8 * 86_400_000
      const cents = -(300 + random.int(900))
      if (later < now.getTime())
        add('adjustment', 'ORDER_ADJUSTMENT', cents, { at: new Date(later).toISOString() })
    }
  }
  return [...lines, ...strays(store, made, random)]
}

/** A monthly fee, and occasionally an order that is not ours. */
function strays(store: DemoStore, made: readonly DemoOrder[], random: Random): readonly LedgerLine[] {
  const first = made[0]?.order.created_at
  const last = made.at(-1)?.order.created_at
  if (!first || !last) return []
  const lines: LedgerLine[] = []
  for (let at = Date.parse(first); at < Date.parse(last); at += 7 * 86_400_000) {
    const when = new Date(at).toISOString()
    const local = localParts(new Date(at), store.timezone).day
    if (Number(local.slice(8)) <= 7)
      lines.push(
        line({
          at: when,
          saleAt: null,
          orderId: null,
          kind: 'subscription',
          partnerKind: 'MONTHLY_FEE',
          cents: -13_000,
        }),
      )
    if (random.chance(0.12)) {
      lines.push(
        line({
          at: when,
          saleAt: when,
          orderId: randomUUID(),
          kind: 'commission',
          partnerKind: 'ORDER_COMMISSION',
          cents: -(350 + random.int(600)),
        }),
      )
    }
  }
  return lines
}

/** Weekly payouts of the ledger: computed once the week is over, paid on its payment day. */
export function demoPayouts(
  store: DemoStore,
  lines: readonly LedgerLine[],
  now: Date,
): readonly PayoutWeek[] {
  const today = localParts(now, store.timezone).day
  const weeks = Map.groupBy(
    lines.filter((one) => one.periodTo < today),
    (one) => one.periodFrom,
  )
  return [...weeks].map(([periodFrom, some]) => {
    const periodTo = addDays(periodFrom, 6)
    const expectedOn = addDays(periodTo, paidAfterDays)
    const paid = expectedOn <= today
    const cents = sum(some.filter((one) => one.transferred).map((one) => one.cents))
    return {
      id: `${store.merchantId}-${periodFrom}`,
      periodFrom,
      periodTo,
      expectedOn,
      paidOn: paid ? expectedOn : null,
      cents,
      status: paid ? 'paid' : 'settled',
      raw: { startDateCalculation: periodFrom, endDateCalculation: periodTo, amount: cents / 100 },
    }
  })
}

interface LedgerWish {
  readonly at: string
  readonly saleAt: string | null
  readonly orderId: string | null
  readonly kind: LedgerKind
  readonly partnerKind: string
  readonly cents: number
  readonly transferred?: boolean
}

function line({ at, saleAt, orderId, kind, partnerKind, cents, transferred = true }: LedgerWish): LedgerLine {
  const local = localParts(new Date(at), 'America/Sao_Paulo').day
  const weekday = new Date(`${local}T00:00:00Z`).getUTCDay() || 7
  const periodFrom = addDays(local, 1 - weekday)
  const periodTo = addDays(periodFrom, 6)
  const expectedOn = addDays(periodTo, paidAfterDays)
  return {
    id: randomUUID(),
    orderId,
    kind,
    partnerKind,
    description: null,
    cents,
    transferred,
    saleDay: saleAt ? localParts(new Date(saleAt), 'America/Sao_Paulo').day : periodFrom,
    saleAt,
    periodFrom,
    periodTo,
    expectedOn,
    raw: {
      name: partnerKind,
      amount: { value: cents / 100, currency: 'BRL' },
      settlement: { expectedDate: expectedOn },
    },
  }
}
