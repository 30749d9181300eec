import { sql, type Kysely, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import { withStoreScope } from '../../db/scope.ts'
import { statementTimeout } from '../../db/connections/pooled-client.ts'
import type { Cell } from '../../db/tables.ts'
import { usualDaysBack } from '../figures/store-clock.rules.ts'
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
  db: Kysely<Cell>,
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
async function publishClosing(db: Kysely<Cell>, storeId: string, now: Date): Promise<boolean> {
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
        select least(sold.day, refunded.day) as day
        from (
            select min(o.business_day) as day from orders o
            where o.store_id = c.store_id and o.business_day > coalesce(c.through, '-infinity') and o.business_day <= c.closing_through) sold,
          (
            select min(r.refund_day) as day from order_refunds r
            where r.store_id = c.store_id and r.refund_day > coalesce(c.through, '-infinity') and r.refund_day <= c.closing_through) refunded) first
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
  // Without orders or refunds there is nothing to compute.
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
  const { rows } = await sql<{ day: string; marks: readonly string[] }>`
    select d.business_day as day, array_agg(d.mark) as marks
    from report_closings c join stale_days d on d.store_id = c.store_id and d.business_day <= c.through
    where c.store_id = ${storeId} group by 1 order by 1`.execute(tx)
  const month = rows[0]?.day.slice(0, 7)
  const changed = rows.filter((row) => row.day.slice(0, 7) === month)
  if (changed.length === 0) return 0
  const days = changed.map(({ day }) => day)
  for (const part of closingParts) await part.close(tx, storeId, days)
  await addUp(tx, storeId, days[0] ?? null)
  // A changed day also changes the usual values of later days.
  const touched = new Set(days.flatMap((day) => [0, ...usualDaysBack].map((back) => addDays(day, back))))
  await closeUsual(tx, storeId, [...touched])
  await sql`
    delete from stale_days
    where store_id = ${storeId} and business_day = any (${days}::date[])
      and mark = any (${changed.flatMap(({ marks }) => marks)}::uuid[])`.execute(tx)
  return days.length
}

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
