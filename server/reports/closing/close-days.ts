import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import { withStoreScope } from '../../db/scope.ts'
import { statementTimeout } from '../../db/connections/pooled-client.ts'
import type { Cell, StoreDatabase } from '../../db/tables.ts'
import { usualDaysBack } from '../figures/store-clock.rules.ts'
import { closeBilling } from '../order-billing/billing-days.ts'
import { closingParts } from './parts.ts'

/**
 * Closes the finished days of a store, a month at a time, then the closed days that have changed since. A
 * change of an order never waits for the computation, and no change is missed:
 *
 * - First `closing_through` is published under the lock of the store's row of report_closings, which every
 *   change of an old day shares until its commit (mark_stale). Earlier changes are therefore committed before
 *   the days are computed, and later ones see `closing_through` and mark the day in stale_days.
 * - A changed day is computed again, and the marks that it had before are deleted.
 */
export async function closeStore(
  db: StoreDatabase,
  storeId: string,
  now: Date,
  rest: (workedMs: number) => Promise<void> = async () => {},
): Promise<ClosedDays> {
  const waiting = !(await publishClosing(db, storeId, now))
  const step = async (work: typeof closeNextDays): Promise<number> => {
    const begun = performance.now()
    const days = await withStoreScope(db, [storeId], async (tx) => {
      await statementTimeout(60_000).execute(tx)
      return work(tx, storeId)
    })
    if (days > 0) await rest(performance.now() - begun)
    return days
  }
  let closed = 0
  let again = 0
  if (!waiting) {
    for (let days = await step(closeNextDays); days > 0; days = await step(closeNextDays)) closed += days
  }
  for (let days = await step(closeStaleDays); days > 0; days = await step(closeStaleDays)) again += days
  for (let days = await step(closeStaleBilling); days > 0; days = await step(closeStaleBilling)) again += days
  return { closed, again, waiting }
}

export interface ClosedDays {
  readonly closed: number
  /** Closed days that had changed. */
  readonly again: number
  /** An open change of an old day holds the lock; the days are closed later. */
  readonly waiting: boolean
}

const lockNotAvailable = '55P03'

/** Publishes up to which day will be closed; false if an open change of an old day holds the lock. */
async function publishClosing(db: StoreDatabase, storeId: string, now: Date): Promise<boolean> {
  try {
    await withStoreScope(db, [storeId], async (tx) => {
      await sql`set local lock_timeout = '2s'`.execute(tx)
      await sql`
        insert into report_closings (store_id) values (${storeId})
        on conflict on constraint report_closings_pkey do nothing`.execute(tx)
      await sql`select from report_closings where store_id = ${storeId} for update`.execute(tx)
      await sql`
        with target as (select least(running_day(${storeId}::uuid, ${now}), closable_before()) - 1 as day)
        update report_closings c set closing_through = target.day
        from target
        where c.store_id = ${storeId} and (c.closing_through is null or c.closing_through < target.day)`.execute(
        tx,
      )
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}

/** Closes the next days of one month; 0 if there are none. */
async function closeNextDays(tx: Transaction<Cell>, storeId: string): Promise<number> {
  if (!(await lockClosing(tx, storeId))) return 0
  const { rows } = await sql<{ after: string | null; from: string; to: string }>`
    select c.through as after, first.day as "from", least(c.closing_through, (date_trunc('month', first.day) + interval '1 month - 1 day')::date) as "to"
    from report_closings c,
      lateral (
        select least(sold.day, refunded.day, billed.day) as day
        from (
            select min(o.business_day) as day from orders o
            where o.store_id = c.store_id and o.business_day > coalesce(c.through, '-infinity') and o.business_day <= c.closing_through) sold,
          (
            select min(r.refund_day) as day from order_refunds r
            where r.store_id = c.store_id and r.refund_day > coalesce(c.through, '-infinity') and r.refund_day <= c.closing_through) refunded,
          (
            select min(q.sale_day) as day from order_settlements q
            where q.store_id = c.store_id and q.sale_day > coalesce(c.through, '-infinity') and q.sale_day <= c.closing_through) billed) first
    where c.store_id = ${storeId} and first.day is not null`.execute(tx)
  const next = rows[0]
  if (next) {
    const days = daysOf(next.from, next.to)
    for (const part of closingParts) await part.close(tx, storeId, days)
    await sql`update report_closings set through = ${next.to} where store_id = ${storeId}`.execute(tx)
    await addUp(tx, storeId, dayAfter(next.after))
    await closeUsual(tx, storeId, daysOf(dayAfter(next.after) ?? next.from, addDays(next.to, 1)))
    return days.length
  }
  // Without orders, refunds or lines of a ledger there is nothing to compute.
  const moved = await sql<{ after: string | null; through: string }>`
    with before as (select store_id, through from report_closings where store_id = ${storeId})
    update report_closings c set through = c.closing_through from before b
    where c.store_id = b.store_id and c.through is distinct from c.closing_through
    returning b.through as after, c.through`.execute(tx)
  for (const { after, through } of moved.rows) {
    await addUp(tx, storeId, dayAfter(after))
    await closeUsual(tx, storeId, daysOf(dayAfter(after) ?? through, addDays(through, 1)))
  }
  return 0
}

const dayAfter = (day: string | null) => (day === null ? null : addDays(day, 1))

/** Running sums of sales by closed day and month, from this day (null: the first) on. */
async function addUp(tx: Transaction<Cell>, storeId: string, from: string | null): Promise<void> {
  await sql`select write_sales_through(${storeId}, ${from}::date), fill_product_months(${storeId})`.execute(
    tx,
  )
}

/** Usual products and usual orders of the days. */
async function closeUsual(tx: Transaction<Cell>, storeId: string, days: readonly string[]): Promise<void> {
  await sql`
    select write_day_products(store_id, ${days}::date[], through), write_usual_days(store_id, ${days}::date[], through)
    from report_closings where store_id = ${storeId}`.execute(tx)
  await sql`
    select write_usual_products(store_id, through + 1) from report_closings
    where store_id = ${storeId} and through is not null`.execute(tx)
}

/** Closes marked days of one month again; 0 if there are none. */
async function closeStaleDays(tx: Transaction<Cell>, storeId: string): Promise<number> {
  if (!(await lockClosing(tx, storeId))) return 0
  const { days, marks } = await staleDaysOf(tx, storeId, 'stale_days')
  if (days.length === 0) return 0
  for (const part of closingParts) await part.close(tx, storeId, days)
  await addUp(tx, storeId, days[0] ?? null)
  // A changed day also changes the usual values of later days.
  const touched = new Set(days.flatMap((day) => [0, ...usualDaysBack].map((back) => addDays(day, back))))
  await closeUsual(tx, storeId, [...touched])
  await deleteMarks(tx, storeId, 'stale_days', marks)
  return days.length
}

/** Sums up the billing of closed days whose ledger changed, those of one month; 0 if there are none. */
async function closeStaleBilling(tx: Transaction<Cell>, storeId: string): Promise<number> {
  if (!(await lockClosing(tx, storeId))) return 0
  const { days, marks } = await staleDaysOf(tx, storeId, 'stale_billing_days')
  if (days.length === 0) return 0
  await closeBilling(tx, storeId, days)
  await deleteMarks(tx, storeId, 'stale_billing_days', marks)
  return days.length
}

type StaleTable = 'stale_days' | 'stale_billing_days'

/** The marked closed days of the first month that has some, with their marks. */
async function staleDaysOf(
  tx: Transaction<Cell>,
  storeId: string,
  table: StaleTable,
): Promise<{ readonly days: readonly string[]; readonly marks: readonly string[] }> {
  const { rows } = await sql<{ day: string; marks: readonly string[] }>`
    select d.business_day as day, array_agg(d.mark) as marks
    from report_closings c join ${sql.table(table)} d on d.store_id = c.store_id and d.business_day <= c.through
    where c.store_id = ${storeId} group by 1 order by 1`.execute(tx)
  const month = rows[0]?.day.slice(0, 7)
  const changed = rows.filter((row) => row.day.slice(0, 7) === month)
  return { days: changed.map(({ day }) => day), marks: changed.flatMap(({ marks }) => marks) }
}

const deleteMarks = (tx: Transaction<Cell>, storeId: string, table: StaleTable, marks: readonly string[]) =>
  sql`delete from ${sql.table(table)} where store_id = ${storeId} and mark = any (${marks}::uuid[])`.execute(
    tx,
  )

/** Takes the store's closing lock; false if another job has it. */
async function lockClosing(tx: Transaction<Cell>, storeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from report_closings where store_id = ${storeId} for no key update skip locked`.execute(tx)
  return rows.length > 0
}

function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
