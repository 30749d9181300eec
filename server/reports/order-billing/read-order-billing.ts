import type { Transaction } from 'kysely'
import { ledgerPlatforms } from '../../../contract/shared/channels.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import {
  billingDaysLimit,
  billingPageSize,
  type BilledOrder,
  type BillingTotals,
  type OrderBilling,
  type PayoutParts,
  type readOrderBilling as readOrderBillingRoute,
} from '../../../contract/reports/order-billing.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { storesWithModule } from '../../stores/stores.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { closingsOf, readSelectedStores, type StoreDetails } from '../figures/selected-stores.ts'
import type { BillingSpan } from './billed-sql.ts'
import { countLiveOrders } from './billing-days.ts'
import {
  readBilledPage,
  readBillingSums,
  type BillingPosition,
  type BillingQuestion,
} from './read-billed-orders.ts'
import { readCollected } from './read-collected.ts'
import { readPayouts } from './read-payouts.ts'
import { readTotals } from '../figures/figures.ts'
import type { TotalsRow } from '../figures/figure-rows.ts'
import { comparedPeriods } from '../figures/period-source.ts'

export type BillingCall = Pick<Call<typeof readOrderBillingRoute>, 'deps' | 'stores' | 'query' | 'now'>

const storeDaysLimit = 3_100
/** Orders of days that are not closed, and of payouts, are judged one by one. This many took 1.3 s on two cores; a statement may take 3 s. */
const ordersLimit = 150_000

/** Marketplace payouts by order and by week, with their differences. */
export async function readOrderBilling(call: BillingCall, maxOrders = ordersLimit): Promise<OrderBilling> {
  const { deps, query, now } = call
  const ids = call.stores.map((store) => store.storeId)
  return withStoreScope(deps.cells, ids, async (tx) => {
    const { plan, stores, question } = await planBilling(tx, call)
    const totals = await readTotals(tx, { plan, closings: closingsOf(stores) })
    const { basis, spans } = question
    const judged =
      basis === 'sale' ? await countLiveOrders(tx, spans, plan.weekdayBits) : marketplaceOrders(totals)
    if (judged > maxOrders) throw new AppError('report/too-many-orders')
    const asked = { after: positionOf(query.after), limit: billingPageSize + 1 }
    const sums = await readBillingSums(tx, question, asked)
    const page = await readBilledPage(tx, question, sums, asked)
    const { payouts, otherLines } = await readPayouts(tx, basis, spans)
    const collected =
      basis === 'sale' ? await readCollected(tx, spans, plan.weekdayBits) : { collected: [], couriers: [] }
    const orders = page.slice(0, billingPageSize)
    const last = orders.at(-1)
    return {
      period: factsOf(plan, sums.compared.orders === 0, now),
      basis,
      stores: stores.map(({ storeId, name }) => ({ storeId, name })),
      totals: sums.current,
      compared: meanTotals(sums.compared, Math.max(1, comparedPeriods(totals))),
      differences: sums.differences,
      payouts: payouts.filter((one) => one.inPeriod).map(bare),
      upcoming: payouts.filter((one) => one.upcoming).map(bare),
      otherLines,
      ...collected,
      imported: await readImported(tx, ids),
      orders,
      next: page.length > billingPageSize && last ? positionText(last) : null,
    }
  })
}

type Payout = OrderBilling['payouts'][number]
const bare = ({
  inPeriod: _in,
  upcoming: _up,
  ...payout
}: Payout & { inPeriod: boolean; upcoming: boolean }): Payout => payout

interface PlannedBilling {
  readonly plan: PeriodPlan
  readonly stores: readonly StoreDetails[]
  readonly question: BillingQuestion
}

export async function planBilling(tx: Transaction<Cell>, call: BillingCall): Promise<PlannedBilling> {
  const { query, now } = call
  const billed = await storesWithModule(tx, call.stores, 'finance')
  const merchantsOf = new Map(billed.map((store) => [store.storeId, store.merchants]))
  const stores = (
    await readSelectedStores(
      tx,
      billed.map((store) => store.storeId),
    )
  ).map((store) => ({ ...store, merchants: merchantsOf.get(store.storeId) ?? null }))
  const plan = planPeriod(stores, query, now)
  const days = daysFrom(plan.from, plan.to) + 1
  if (days > billingDaysLimit || days * stores.length > storeDaysLimit)
    throw new AppError('report/range-too-long')
  const spans = plan.ranges.map(({ shift, cutFrom: _from, ...range }): BillingSpan => ({
    ...range,
    kind: shift === 0 ? 'current' : 'compared',
  }))
  const { basis, status, difference } = query
  if (basis === 'payout' && plan.weekdays !== null) {
    const message = 'O filtro de dias da semana vale para o dia da venda.'
    throw new AppError('validation/refused', { details: [{ path: 'weekdays', message }] })
  }
  return { plan, stores, question: { basis, spans, weekdayBits: plan.weekdayBits, status, difference } }
}

const marketplaceOrders = (totals: readonly TotalsRow[]): number =>
  totals.reduce(
    (sum, row) =>
      sum + ((ledgerPlatforms as readonly string[]).includes(row.platform) ? row.measures.received : 0),
    0,
  )

function positionOf(text: string | undefined): BillingPosition | null {
  const parts = text === undefined ? null : /^(.{10})_(.+)_(.{36})$/.exec(text)
  return parts ? { day: parts[1] ?? '', externalId: parts[2] ?? '', storeId: parts[3] ?? '' } : null
}

const positionText = (order: BilledOrder): string => `${order.saleDay}_${order.externalId}_${order.storeId}`

function meanTotals(sum: BillingTotals, divisor: number): BillingTotals {
  const mean = (value: number) => Math.round(value / divisor)
  const parts = (all: PayoutParts): PayoutParts => ({
    saleCents: mean(all.saleCents),
    subsidyCents: mean(all.subsidyCents),
    commissionCents: mean(all.commissionCents),
    paymentFeeCents: mean(all.paymentFeeCents),
    logisticsCents: mean(all.logisticsCents),
    adjustmentCents: mean(all.adjustmentCents),
    netCents: mean(all.netCents),
  })
  const { statuses } = sum
  return {
    orders: mean(sum.orders),
    grossCents: mean(sum.grossCents),
    storeDiscountCents: mean(sum.storeDiscountCents),
    marketplaceDiscountCents: mean(sum.marketplaceDiscountCents),
    collectedCents: mean(sum.collectedCents),
    estimate: parts(sum.estimate),
    billed: parts(sum.billed),
    netCents: mean(sum.netCents),
    keptCents: mean(sum.keptCents),
    statuses: {
      expected: mean(statuses.expected),
      settled: mean(statuses.settled),
      paid: mean(statuses.paid),
      divergent: mean(statuses.divergent),
    },
  }
}

async function readImported(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<OrderBilling['imported']> {
  const rows = await tx
    .selectFrom('partner_imports')
    .innerJoin('stores', 'stores.id', 'partner_imports.store_id')
    .select(['stores.name', 'partner_imports.done_at', 'partner_imports.failures'])
    .where('partner_imports.store_id', 'in', storeIds)
    .where('partner_imports.kind', '=', 'financial')
    .orderBy('stores.name')
    .execute()
  if (rows.length === 0) return null
  const done = rows.flatMap((row) => (row.done_at ? [row.done_at.getTime()] : []))
  return {
    // The import that is furthest behind.
    at: done.length === rows.length ? new Date(Math.min(...done)).toISOString() : null,
    failing: rows.filter((row) => row.failures > 0).map((row) => row.name),
  }
}
