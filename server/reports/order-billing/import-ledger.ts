import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addDays } from '../../../contract/shared/day.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { writeInHalves } from '../../db/in-halves.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { keepRefused, reasonOf } from '../../marketplaces/inbox/keep-refused.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import type { Anticipation, LedgerLine, PayoutWeek } from '../../marketplaces/ledger.ts'
import type { ImportedMerchant, PartnerImport } from '../../marketplaces/partner-imports.ts'
import { keepAnticipations, type Kept } from './keep-anticipations.ts'

/** How far back the first import reads; later ones read what may still change. */
const firstDays = 120
const rereadDays = 42
/** The lines of a running week are dated up to its Sunday. */
const aheadDays = 7
const stepDays = 28

export const ledgerImport: PartnerImport = {
  kind: 'financial',
  everyMs: 10 * 60_000,
  facet: 'ledger',
  run: importLedger,
}

/**
 * Imports the ledger and the payout weeks of a merchant. A known line changes nothing; a payout week is
 * overwritten with the marketplace's current state. Returns up to when everything is imported.
 */
async function importLedger(deps: Deps, merchant: ImportedMerchant): Promise<Date> {
  const { platform, storeId, merchantId, readTo } = merchant
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const ledger = requireFacet(marketplace, 'ledger')
  const now = deps.now()
  const today = now.toISOString().slice(0, 10)
  const to = addDays(today, aheadDays)
  for (
    let from = addDays(today, -(readTo ? rereadDays : firstDays));
    from <= to;
    from = addDays(from, stepDays)
  ) {
    const end = addDays(from, stepDays - 1)
    const until = end < to ? end : to
    const refused: RefusedPart[] = []
    const aside = (code: RefusedPart['code']) => (document: unknown) => {
      refused.push({ code, document, reason: 'O extrato veio com dados inválidos.' })
    }
    const lines = await ledger.readLines(merchantId, from, until, aside('LEDGER'))
    const weeks = await ledger.readPayouts(merchantId, from, until, aside('PAYOUT'))
    const early = (await ledger.readAnticipations?.(merchantId, from, until, aside('ANTICIPATION'))) ?? []
    await keepStatement(deps, { platform, storeId, merchantId, now }, { lines, weeks, early, refused })
  }
  await withStoreScope(deps.cells, [storeId], (tx) => linkOrders(tx, storeId, platform))
  return now
}

interface RefusedPart {
  readonly code: 'LEDGER' | 'PAYOUT' | 'ANTICIPATION'
  readonly document: unknown
  readonly reason: string
}

interface Statement {
  readonly lines: readonly LedgerLine[]
  readonly weeks: readonly PayoutWeek[]
  readonly early: readonly Anticipation[]
  readonly refused: RefusedPart[]
}

/** What PostgreSQL refuses goes to the failed rows, and the rest of the statement is kept. */
async function keepStatement(deps: Deps, kept: Kept, statement: Statement): Promise<void> {
  const { lines, weeks, early, refused } = statement
  const { storeId, platform, now } = kept
  const inStore = (write: (tx: Transaction<Cell>) => Promise<number>) =>
    withStoreScope(deps.cells, [storeId], async (tx) => {
      if ((await write(tx)) > 0) publishStoreEvent(tx, storeId, 'settlements', now)
    })
  await writeInHalves(
    lines,
    (some) => inStore((tx) => keepLines(tx, { ...kept, lines: some })),
    (line, error) => refused.push({ code: 'LEDGER', document: line.raw, reason: reasonOf(error) }),
  )
  await writeInHalves(
    weeks,
    (some) => inStore((tx) => keepWeeks(tx, { ...kept, weeks: some })),
    (week, error) => refused.push({ code: 'PAYOUT', document: week.raw, reason: reasonOf(error) }),
  )
  await writeInHalves(
    early,
    (some) => inStore((tx) => keepAnticipations(tx, { ...kept, early: some })),
    (one, error) => refused.push({ code: 'ANTICIPATION', document: one.raw, reason: reasonOf(error) }),
  )
  await keepRefused(
    deps,
    refused.map((one) => ({ ...one, storeId, platform, via: 'import' })),
  )
}

type KeptLines = Kept & { readonly lines: readonly LedgerLine[] }
type KeptWeeks = Kept & { readonly weeks: readonly PayoutWeek[] }

export async function keepLines(
  tx: Transaction<Cell>,
  { platform, storeId, merchantId, lines, now }: KeptLines,
): Promise<number> {
  if (lines.length === 0) return 0
  const rows = lines.map((line) => ({ row: uuidv7(), ...line }))
  const { rows: fresh } = await sql<{ orderId: string | null; periodFrom: string }>`
    with fresh as (
    insert into settlement_entries (store_id, id, source, partner_id, merchant_id, order_external_id, kind, partner_kind,
        description, cents, transferred, sale_day, period_from, period_to, expected_on, raw, imported_at)
      -- The sale's business day, if the marketplace sends the time. An id may be made from a line's content, which
      -- two merchants can share: the merchant that came second has its own before it.
      select ${storeId}, x.row, ${platform},
        case when exists (
          select from settlement_entries e
          where e.store_id = ${storeId} and e.source = ${platform} and e.partner_id = x.id and e.merchant_id <> ${merchantId})
        then ${merchantId} || ' ' || x.id else x.id end, ${merchantId}, x."orderId", x.kind, x."partnerKind", x.description, x.cents,
        x.transferred, coalesce(running_day(${storeId}::uuid, x."saleAt"), x."saleDay"), x."periodFrom", x."periodTo", x."expectedOn", x.raw, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row uuid, id text, "orderId" text, kind text,
        "partnerKind" text, description text, cents integer, transferred boolean, "saleDay" date, "saleAt" timestamptz,
        "periodFrom" date, "periodTo" date, "expectedOn" date, raw jsonb)
    on conflict on constraint settlement_entries_partner_key do nothing
    returning order_external_id, merchant_id, kind, cents, transferred, sale_day, period_from
    ),
    -- A correction of a sale whose day was closed. What came back to customers is listed with the order itself.
    corrected as (
      insert into late_changes (store_id, business_day, order_id, merchant_id, kind, cents, changed_at)
        select c.store_id, coalesce(o.business_day, f.sale_day), o.id, f.merchant_id, 'statement', f.cents, ${now}
        from fresh f
          left join orders o on o.store_id = ${storeId} and o.platform = ${platform} and o.external_id = f.order_external_id
          join report_closings c on c.store_id = ${storeId} and c.closing_through >= coalesce(o.business_day, f.sale_day)
        where f.transferred and f.cents <> 0 and f.kind in ('adjustment', 'other')
    )
    select order_external_id as "orderId", period_from as "periodFrom" from fresh`.execute(tx)
  const orders = fresh.flatMap((row) => (row.orderId === null ? [] : [row.orderId]))
  if (orders.length > 0) {
    await addUpOrders(tx, { platform, storeId }, [...new Set(orders)])
    await addUpWeeks(tx, { storeId, merchantId }, [...new Set(fresh.map((row) => row.periodFrom))])
  }
  return fresh.length
}

/** Sums the lines of these orders by payout week. */
async function addUpOrders(
  tx: Transaction<Cell>,
  { platform, storeId }: Pick<Kept, 'platform' | 'storeId'>,
  externalIds: readonly string[],
): Promise<void> {
  const known = ['sale', 'subsidy', 'commission', 'paymentFee', 'logistics']
  const of = (kind: string) =>
    sql`coalesce(sum(e.cents) filter (where e.transferred and e.kind = ${kind}), 0)`
  // Summed before the join with the orders. For a store newer than the last statistics the planner expects
  // one row, and would read all its orders again for each line.
  await sql`
    with summed as materialized (
      select e.store_id, e.order_external_id, max(e.merchant_id) as merchant_id, e.period_from, max(e.period_to) as period_to,
        min(e.sale_day) as sale_day, max(e.expected_on) as expected_on, ${of('sale')} as sale, ${of('subsidy')} as subsidy,
        ${of('commission')} as commission, ${of('paymentFee')} as payment_fee, ${of('logistics')} as logistics,
        coalesce(sum(e.cents) filter (where e.transferred and e.kind <> all (${known}::text[])), 0) as adjustment, count(*) as lines
      from settlement_entries e
      where e.store_id = ${storeId} and e.order_external_id = any (${externalIds}::text[])
      group by e.store_id, e.order_external_id, e.period_from
    ),
    sold as materialized (
      select o.id, o.external_id, o.business_day from orders o
      where o.store_id = ${storeId} and o.platform = ${platform} and o.external_id = any (${externalIds}::text[])
    ),
    written as (
    insert into order_settlements as q (store_id, order_external_id, merchant_id, period_from, period_to, sale_day, expected_on,
        order_id, sale_cents, subsidy_cents, commission_cents, payment_fee_cents, logistics_cents, adjustment_cents, lines)
      select e.store_id, e.order_external_id, e.merchant_id, e.period_from, e.period_to, coalesce(o.business_day, e.sale_day),
        e.expected_on, o.id, e.sale, e.subsidy, e.commission, e.payment_fee, e.logistics, e.adjustment, e.lines
      from summed e left join sold o on o.external_id = e.order_external_id
    on conflict on constraint order_settlements_pkey do update set
      expected_on = excluded.expected_on, order_id = excluded.order_id, sale_day = excluded.sale_day,
      sale_cents = excluded.sale_cents, subsidy_cents = excluded.subsidy_cents, commission_cents = excluded.commission_cents,
      payment_fee_cents = excluded.payment_fee_cents, logistics_cents = excluded.logistics_cents,
      adjustment_cents = excluded.adjustment_cents, lines = excluded.lines
    returning old.sale_day as was, new.sale_day as day, order_external_id
    )
    select mark_billing_stale(${storeId}, array_agg(day)) from (
      select was as day from written union select day from written
      union select o.business_day from orders o
      where o.store_id = ${storeId} and o.external_id = any (${externalIds}::text[])) d
    where day is not null`.execute(tx)
}

/** Sums the orders of these payout weeks. Their rows are locked first: of two imports the second sees the lines of both. */
async function addUpWeeks(
  tx: Transaction<Cell>,
  { storeId, merchantId }: Pick<Kept, 'storeId' | 'merchantId'>,
  weeks: readonly string[],
): Promise<void> {
  await sql`
    insert into payout_weeks as w (store_id, merchant_id, period_from, period_to, orders, sale_cents, subsidy_cents,
        commission_cents, payment_fee_cents, logistics_cents, adjustment_cents)
      select ${storeId}, ${merchantId}, week, week, 0, 0, 0, 0, 0, 0, 0 from unnest(${weeks}::date[]) week order by week
    on conflict on constraint payout_weeks_pkey do update set orders = w.orders`.execute(tx)
  await sql`
    update payout_weeks w set period_to = s.period_to, expected_on = s.expected_on, orders = s.orders, sale_cents = s.sale,
      subsidy_cents = s.subsidy, commission_cents = s.commission, payment_fee_cents = s.payment_fee,
      logistics_cents = s.logistics, adjustment_cents = s.adjustment
    from (
      select q.period_from, max(q.period_to) as period_to, max(q.expected_on) as expected_on, count(*) as orders,
        sum(q.sale_cents) as sale, sum(q.subsidy_cents) as subsidy, sum(q.commission_cents) as commission,
        sum(q.payment_fee_cents) as payment_fee, sum(q.logistics_cents) as logistics, sum(q.adjustment_cents) as adjustment
      from order_settlements q
      where q.store_id = ${storeId} and q.merchant_id = ${merchantId} and q.period_from = any (${weeks}::date[])
      group by 1) s
    where w.store_id = ${storeId} and w.merchant_id = ${merchantId} and w.period_from = s.period_from`.execute(
    tx,
  )
}

/** Links lines to orders; an order may arrive after its first lines. */
async function linkOrders(tx: Transaction<Cell>, storeId: string, platform: string): Promise<void> {
  await sql`
    with linked as (
    update order_settlements q set order_id = o.id, sale_day = o.business_day
    from orders o
    where q.store_id = ${storeId} and q.order_id is null and o.store_id = q.store_id and o.platform = ${platform}
      and o.external_id = q.order_external_id
    returning old.sale_day as was, new.sale_day as day)
    select mark_billing_stale(${storeId}, array_agg(was) || array_agg(day)) from linked having count(*) > 0`.execute(
    tx,
  )
}

export async function keepWeeks(
  tx: Transaction<Cell>,
  { platform, storeId, merchantId, weeks, now }: KeptWeeks,
): Promise<number> {
  if (weeks.length === 0) return 0
  const rows = weeks.map((week) => ({ row: uuidv7(), ...week }))
  const { rows: written } = await sql<{ periodFrom: string; periodTo: string }>`
    insert into settlements as t (store_id, id, source, partner_id, merchant_id, period_from, period_to, expected_on, paid_on,
        cents, status, raw, imported_at)
      select ${storeId}, x.row, ${platform}, x.id, ${merchantId}, x."periodFrom", x."periodTo", x."expectedOn", x."paidOn", x.cents,
        x.status, x.raw, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row uuid, id text, "periodFrom" date, "periodTo" date,
        "expectedOn" date, "paidOn" date, cents integer, status text, raw jsonb)
    on conflict on constraint settlements_partner_key do update set
      expected_on = excluded.expected_on, paid_on = excluded.paid_on, cents = excluded.cents, status = excluded.status,
      raw = excluded.raw, imported_at = excluded.imported_at
      where (t.expected_on, t.paid_on, t.cents, t.status) is distinct from
        (excluded.expected_on, excluded.paid_on, excluded.cents, excluded.status)
    returning period_from as "periodFrom", period_to as "periodTo"`.execute(tx)
  if (written.length > 0) await markWeeks(tx, { storeId, merchantId }, written)
  return written.length
}

/** Its own days, because what is not in a computed week is missing, and those of all orders that it pays. */
async function markWeeks(
  tx: Transaction<Cell>,
  { storeId, merchantId }: Pick<Kept, 'storeId' | 'merchantId'>,
  weeks: readonly { readonly periodFrom: string; readonly periodTo: string }[],
): Promise<void> {
  await sql`
    with weeks as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(weeks)}::jsonb) as w ("periodFrom" date, "periodTo" date)),
    paid as materialized (
      select q.order_external_id, q.sale_day from weeks w
        join order_settlements q on q.store_id = ${storeId} and q.merchant_id = ${merchantId} and q.period_from = w."periodFrom")
    select mark_billing_stale(${storeId}, array_agg(day)) from (
      select at::date as day from weeks w, generate_series(w."periodFrom"::timestamp - interval '1 day', w."periodTo"::timestamp, interval '1 day') at
      union select sale_day from paid
      union select o.business_day from paid p
        join orders o on o.store_id = ${storeId} and o.external_id = p.order_external_id) d`.execute(tx)
}
