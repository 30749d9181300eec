import { sql } from 'kysely'
import type {
  Reconciliation,
  readReconciliations as readRoute,
} from '../../../contract/reports/reconciliation.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { byText, mergeSorted, readEachCell } from '../../db/many-stores.ts'
import { storesWithModule } from '../../stores/stores.ts'

const monthsShown = 12

export async function readReconciliations(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps } = call
  const ids = call.stores.map((store) => store.storeId)
  if (ids.length === 0) return { merchants: [], reconciliations: [] }
  const cells = await readEachCell(deps.cells, ids, async (tx, here) => {
    const asked = call.stores.filter(({ storeId }) => here.includes(storeId))
    const billed = await storesWithModule(tx, asked, 'finance')
    const billedIds = billed.map(({ storeId }) => storeId)
    const stores = await tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', billedIds).execute()
    const { rows } = await sql<{ one: Reconciliation }>`
      select jsonb_build_object('id', r.id, 'storeId', r.store_id, 'platform', r.platform, 'merchantId', r.merchant_id,
        'month', to_char(r.month, 'YYYY-MM'), 'state', r.state, 'problem', r.problem, 'askedByName', r.asked_by_name,
        'askedAt', to_char(r.asked_at at time zone 'UTC', ${isoFormat}), 'endedAt', to_char(r.ended_at at time zone 'UTC', ${isoFormat}),
        'there', jsonb_build_object('cents', r.there_cents, 'lines', r.there_lines, 'sales', r.there_sales),
        'here', jsonb_build_object('cents', r.here_cents, 'lines', r.here_lines, 'sales', r.here_sales),
        'differences', r.differences, 'listed', coalesce(listed.all, '[]')) as one
      from (
        select distinct on (store_id, platform, merchant_id, month) * from reconciliations
        where store_id = any (${billedIds}::uuid[]) and month > ${call.now}::timestamptz - make_interval(months => ${monthsShown})
        order by store_id, platform, merchant_id, month, asked_at desc) r
        left join lateral (
          select jsonb_agg(jsonb_build_object('kind', d.kind, 'orderId', d.order_id, 'displayId', d.display_id,
            'thereCents', d.there_cents, 'hereCents', d.here_cents) order by d.position) as all
          from reconciliation_differences d where d.store_id = r.store_id and d.reconciliation_id = r.id) listed on true
      order by r.month desc, r.store_id, r.merchant_id`.execute(tx)
    return { stores, reconciliations: rows.map(({ one }) => one) }
  })
  const names = new Map(cells.flatMap(({ stores }) => stores).map(({ id, name }) => [id, name]))
  const [first, ...others] = cells
  const reconciliations = mergeSorted(
    [first.reconciliations, ...others.map((cell) => cell.reconciliations)],
    (a, b) => byText(b.month, a.month) || byText(a.storeId, b.storeId) || byText(a.merchantId, b.merchantId),
  )
  const chosen = new Map(call.stores.map((store) => [store.storeId, store.merchants]))
  const isChosen = (storeId: string, merchantId: string) => chosen.get(storeId)?.includes(merchantId) ?? true
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['store_id', 'platform', 'merchant_id'])
    .where('store_id', 'in', [...names.keys()])
    .orderBy('platform')
    .orderBy('merchant_id')
    .execute()
  return {
    merchants: routes
      .filter(
        (row) =>
          deps.marketplaces.of(row.platform).ledger?.statements && isChosen(row.store_id, row.merchant_id),
      )
      .map((row) => ({
        storeId: row.store_id,
        storeName: names.get(row.store_id) ?? '',
        platform: row.platform as Platform,
        merchantId: row.merchant_id,
      })),
    reconciliations: reconciliations.filter((one) => isChosen(one.storeId, one.merchantId)),
  }
}

const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
