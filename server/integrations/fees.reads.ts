import { sql, type Transaction } from 'kysely'
import type {
  ChannelFeesView,
  FeeContract,
  readChannelFees as readRoute,
} from '../../contract/integrations/fees.ts'
import { netSql } from '../../contract/reports/metrics/measures.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import type { StoreType } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'

export async function readChannelFees(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId, query, now } = call
  linkingOf(deps, query.type)
  return withStoreScope(deps.cells, [storeId], (tx) => feesView(tx, { storeId, type: query.type }, now))
}

/** integration/not-connected */
export async function feesView(
  tx: Transaction<Cell>,
  { storeId, type }: StoreType,
  now: Date,
): Promise<ChannelFeesView> {
  const { rows } = await sql<{
    status: string
    version: number
    today: string
    commissionBps: number
    paymentFeeBps: number
  }>`
    select status, fees_version as version, running_day(store_id, ${now})::text as today,
      commission_bps as "commissionBps", payment_fee_bps as "paymentFeeBps"
    from integrations where store_id = ${storeId} and type = ${type}`.execute(tx)
  const [kept] = rows
  if (kept?.status !== 'active') throw new AppError('integration/not-connected')
  const { version, today, commissionBps, paymentFeeBps } = kept
  const dated = await datedContracts(tx, { storeId, type })
  const undated: FeeContract = {
    fromDay: null,
    commissionBps,
    paymentFeeBps,
    monthlyFeeCents: 0,
    samePrices: false,
    savedBy: null,
    savedAt: null,
  }
  const contracts = commissionBps > 0 || paymentFeeBps > 0 ? [...dated, undated] : dated
  const holds = contracts.find(({ fromDay }) => fromDay === null || fromDay <= today)
  const sold = await costOfLastDays(tx, { storeId, type }, today)
  return {
    type,
    version,
    today,
    contracts,
    lastDays: sold && { ...sold, monthlyFeeCents: holds?.monthlyFeeCents ?? 0 },
  }
}

async function datedContracts(tx: Transaction<Cell>, { storeId, type }: StoreType): Promise<FeeContract[]> {
  const { rows } = await sql<Omit<FeeContract, 'savedAt'> & { savedAt: Date }>`
    select from_day::text as "fromDay", commission_bps as "commissionBps", payment_fee_bps as "paymentFeeBps",
      monthly_fee_cents as "monthlyFeeCents", same_prices as "samePrices", saved_by as "savedBy", saved_at as "savedAt"
    from channel_fees where store_id = ${storeId} and type = ${type}
    order by from_day desc`.execute(tx)
  return rows.map(({ savedAt, ...row }) => ({ ...row, savedAt: savedAt.toISOString() }))
}

async function costOfLastDays(tx: Transaction<Cell>, { storeId, type }: StoreType, today: string) {
  const { rows } = await sql<{ salesCents: number; feesCents: number }>`
    select coalesce(sum(${sql.raw(netSql('s'))}), 0)::integer as "salesCents",
      coalesce(sum(s.commission_cents + s.payment_fee_cents), 0)::integer as "feesCents"
    from sales_days s
    where s.store_id = ${storeId} and s.platform = ${type}
      and s.business_day >= ${today}::date - 30 and s.business_day < ${today}::date`.execute(tx)
  const [sold] = rows
  return sold && sold.salesCents > 0 ? sold : null
}
