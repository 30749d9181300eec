import { sql, type Transaction } from 'kysely'
import { addDays, defaultTimezone } from '../../../contract/shared/day.ts'
import type { Cell } from '../../db/tables.ts'
import type { MerchantSale, StatementLine } from '../../marketplaces/ledger.ts'
import { differencesOf, type OwnLines, type OwnSale } from './reconcile.rules.ts'
import { noteReconciliation, type OpenReconciliation } from './reconciliation-rows.ts'

/** More are counted, not listed. */
const listedDifferences = 200
/** A statement has what was processed up to yesterday. */
const freshDays = 2

interface Comparison {
  readonly storeId: string
  readonly open: OpenReconciliation
  readonly now: Date
}

interface There {
  readonly lines: readonly StatementLine[]
  readonly sales: readonly MerchantSale[]
}

/** Compares a statement and its sales with ours, and keeps the outcome. Earlier ones of the month are forgotten. */
export async function keepComparison(
  tx: Transaction<Cell>,
  { storeId, open, now }: Comparison,
  there: There,
): Promise<void> {
  const ownSales = await readOwnSales(tx, { storeId, open, now }, there.sales)
  const ownLines = await readOwnLines(tx, { storeId, open, now })
  const differences = differencesOf({ ...there, ownSales, ownLines })
  const orders = new Map(ownSales.map((sale) => [sale.externalId, sale.orderId]))
  const listed = differences.slice(0, listedDifferences).map((one, position) => ({
    ...one,
    position,
    orderId: one.externalId === null ? null : (orders.get(one.externalId) ?? null),
  }))
  await sql`
    insert into reconciliation_differences (store_id, reconciliation_id, position, kind, order_external_id, order_id,
        display_id, there_cents, here_cents)
      select ${storeId}, ${open.id}, position, kind, "externalId", "orderId", "displayId", "thereCents", "hereCents"
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as x (position integer, kind text, "externalId" text,
        "orderId" uuid, "displayId" text, "thereCents" bigint, "hereCents" bigint)`.execute(tx)
  const counted = there.lines.filter(({ transferred }) => transferred)
  await tx
    .updateTable('reconciliations')
    .set({
      there_cents: sumOf(counted),
      here_cents: sumOf(ownLines),
      there_lines: there.lines.length,
      here_lines: ownLines.reduce((sum, { lines }) => sum + lines, 0),
      there_sales: there.sales.filter(({ state }) => state === 'sold').length,
      here_sales: ownSales.filter(({ inMonth, status }) => inMonth && status === 'concluded').length,
      differences: differences.length,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', open.id)
    .execute()
  await sql`
    delete from reconciliations r using reconciliations kept
    where kept.store_id = ${storeId} and kept.id = ${open.id} and r.store_id = kept.store_id and r.id <> kept.id
      and (r.platform, r.merchant_id, r.month) = (kept.platform, kept.merchant_id, kept.month)`.execute(tx)
  await noteReconciliation(tx, { storeId, id: open.id, now }, { state: 'done', ended_at: now })
}

const sumOf = (all: readonly { readonly cents: number }[]): number =>
  all.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Orders of the month, by the store's own days from midnight on, and those that the marketplace lists in it. In which zone
 * it counts its days is not published: what is in another month in Brasília is not missed there.
 */
async function readOwnSales(
  tx: Transaction<Cell>,
  { storeId, open, now }: Comparison,
  sales: readonly MerchantSale[],
): Promise<readonly OwnSale[]> {
  const first = `${open.month}-01`
  const { rows } = await sql<OwnSale>`
    select o.id as "orderId", o.external_id as "externalId", o.display_id as "displayId", o.gross_cents as "itemsCents", o.status,
      (o.created_at at time zone s.timezone)::date between ${first}::date and ${lastDayOf(open.month)}::date
        and (o.created_at at time zone ${defaultTimezone})::date between ${first}::date and ${lastDayOf(open.month)}::date as "inMonth",
      o.created_at > ${now}::timestamptz - make_interval(days => ${freshDays}) as fresh
    from orders o join stores s on s.id = o.store_id
    where o.store_id = ${storeId} and o.platform = ${open.platform} and o.merchant_id = ${open.merchantId} and not o.is_test
      and (o.business_day between ${first}::date - 1 and ${lastDayOf(open.month)}::date + 1
        or o.external_id = any (${sales.map(({ externalId }) => externalId)}::text[]))`.execute(tx)
  return rows
}

/** Of all lines of the month: what an order adds up to at the bank. */
async function readOwnLines(
  tx: Transaction<Cell>,
  { storeId, open, now }: Comparison,
): Promise<readonly OwnLines[]> {
  const { rows } = await sql<OwnLines>`
    select e.order_external_id as "externalId", coalesce(sum(e.cents) filter (where e.transferred), 0)::integer as cents,
      count(*)::integer as lines, bool_and(e.sale_day > ${now}::timestamptz::date - ${freshDays}::integer) as fresh
    from settlement_entries e
    where e.store_id = ${storeId} and e.source = ${open.platform} and e.merchant_id = ${open.merchantId}
      and e.raw ->> 'competence' = ${open.month}
    group by 1`.execute(tx)
  return rows
}

/** Of a month `YYYY-MM`. */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
  return addDays(next, -1)
}
