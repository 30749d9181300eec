import { randomUUID } from 'node:crypto'
import { addDays, localParts } from '../../contract/shared/day.ts'
import { idsOfContent } from '../../server/marketplaces/id-of-content.ts'
import type { LedgerKind, LedgerLine, PayoutWeek } from '../../server/marketplaces/ledger.ts'
import { sum } from '../../server/orders/taking/order-batch.ts'
import type { DemoDispute } from './demo-disputes.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'
import type { LedgerEvent } from '../../simulator/ifood/records.ts'

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
  const lines: LedgerEvent[] = []
  const refunds = new Map(disputes.map((dispute) => [dispute.order_id, dispute.lost_cents]))
  for (const { order } of made) {
    if (order.platform !== 'ifood' || order.status !== 'concluded' || !order.completed_at) continue
    if (random.chance(0.004)) continue
    const add = (name: LineName, cents: number, more: Partial<LedgerWish> = {}) =>
      lines.push(
        line({
          merchantId: store.merchantId,
          at: order.completed_at ?? order.created_at,
          saleAt: order.created_at,
          orderId: order.external_id,
          name,
          cents,
          ...more,
        }),
      )
    const prepaid = sum(order.detail.payments.filter((one) => one.prepaid).map((one) => one.cents))
    const above = random.chance(0.012)
      ? Math.round((order.gross_cents - order.store_discount_cents) * 0.02)
      : 0
    add('SALE', prepaid > 0 ? prepaid : order.order_cents, { transferred: prepaid > 0 })
    add('ORDER_COMMISSION', -(order.commission_cents + above))
    if (order.payment_fee_cents > 0) add('PAYMENT_TRANSACTION_FEE', -order.payment_fee_cents)
    if (order.marketplace_discount_cents > 0) add('IFOOD_SUBSIDY', order.marketplace_discount_cents)
    if (order.logistics_cents > 0) add('ORDER_DELIVERY_COMMISSION', -order.logistics_cents)
    const refund = refunds.get(order.id) ?? 0
    if (refund > 0) add('ORDER_REFUND', -refund)
    if (random.chance(0.003)) {
      const later = Date.parse(order.created_at) + 8 * 86_400_000
      const cents = -(300 + random.int(900))
      if (later < now.getTime()) add('ORDER_ADJUSTMENT', cents, { at: new Date(later).toISOString() })
    }
  }
  const idOf = idsOfContent()
  return [...lines, ...strays(store, made, random)].map((document) => lineOf(document, idOf))
}

/** A monthly fee, and occasionally an order that is not ours. */
function strays(store: DemoStore, made: readonly DemoOrder[], random: Random): readonly LedgerEvent[] {
  const first = made[0]?.order.created_at
  const last = made.at(-1)?.order.created_at
  if (!first || !last) return []
  const { merchantId } = store
  const lines: LedgerEvent[] = []
  for (let at = Date.parse(first); at < Date.parse(last); at += 7 * 86_400_000) {
    const when = new Date(at).toISOString()
    const local = localParts(new Date(at), store.timezone).day
    if (Number(local.slice(8)) <= 7)
      lines.push(
        line({ merchantId, at: when, saleAt: null, orderId: null, name: 'MONTHLY_FEE', cents: -13_000 }),
      )
    if (random.chance(0.12)) {
      lines.push(
        line({
          merchantId,
          at: when,
          saleAt: when,
          orderId: randomUUID(),
          name: 'ORDER_COMMISSION',
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

/** As the import reads it, so that the demo's iFood has nothing new to say of it (known-books.db.test.ts). */
function lineOf(document: LedgerEvent, idOf: ReturnType<typeof idsOfContent>): LedgerLine {
  const { name, trigger, product, competence, period, reference, hasTransferImpact, amount } = document
  const cents = Math.round(amount.value * 100)
  const { type = null, id = null, date = null } = reference ?? {}
  return {
    id: idOf([
      name,
      trigger,
      product,
      competence,
      period.beginDate,
      type,
      id,
      date,
      cents,
      hasTransferImpact,
    ]),
    orderId: id,
    kind: kinds[name as LineName],
    partnerKind: name,
    description: document.description,
    cents,
    transferred: hasTransferImpact,
    saleDay: (date ?? period.beginDate).slice(0, 10),
    saleAt: date,
    periodFrom: period.beginDate,
    periodTo: period.endDate,
    expectedOn: document.settlement.expectedDate,
    raw: document,
  }
}

const kinds: Readonly<Record<LineName, LedgerKind>> = {
  SALE: 'sale',
  ORDER_COMMISSION: 'commission',
  PAYMENT_TRANSACTION_FEE: 'paymentFee',
  IFOOD_SUBSIDY: 'subsidy',
  ORDER_DELIVERY_COMMISSION: 'logistics',
  ORDER_REFUND: 'refund',
  ORDER_ADJUSTMENT: 'adjustment',
  MONTHLY_FEE: 'subscription',
}

const descriptions = {
  SALE: 'Venda',
  ORDER_COMMISSION: 'Comissão do iFood',
  PAYMENT_TRANSACTION_FEE: 'Taxa de transação',
  IFOOD_SUBSIDY: 'Incentivo do iFood',
  ORDER_DELIVERY_COMMISSION: 'Entrega e taxas do iFood',
  ORDER_REFUND: 'Reembolso ao cliente',
  ORDER_ADJUSTMENT: 'Ajuste posterior',
  MONTHLY_FEE: 'Mensalidade do plano',
} as const

type LineName = keyof typeof descriptions

interface LedgerWish {
  readonly merchantId: string
  readonly at: string
  readonly saleAt: string | null
  readonly orderId: string | null
  readonly name: LineName
  readonly cents: number
  readonly transferred?: boolean
}

/** As the marketplace publishes it, so that reading it again makes the same line. */
function line({ merchantId, at, saleAt, orderId, name, cents, transferred = true }: LedgerWish): LedgerEvent {
  const local = localParts(new Date(at), 'America/Sao_Paulo').day
  const weekday = new Date(`${local}T00:00:00Z`).getUTCDay() || 7
  const beginDate = addDays(local, 1 - weekday)
  const endDate = addDays(beginDate, 6)
  return {
    ...{ merchantId, name, description: descriptions[name], product: 'IFOOD' },
    trigger: name === 'ORDER_ADJUSTMENT' ? 'MANUAL_ADJUSTMENT' : 'SALE_CONCLUDED',
    competence: beginDate.slice(0, 7),
    period: { beginDate, endDate },
    reference: orderId && saleAt ? { type: 'ORDER', id: orderId, date: saleAt } : null,
    hasTransferImpact: transferred,
    amount: { value: cents / 100, currency: 'BRL' },
    settlement: { expectedDate: addDays(endDate, paidAfterDays) },
  }
}
