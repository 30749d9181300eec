import { sql } from 'kysely'
import { minuteMs } from '../../contract/shared/durations.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { hoursState, type StoreRow } from '../stores/stores.ts'
import { windowMinutes } from './unusual.rules.ts'

/**
 * The beginning of the longest window in which the store was open all along, by its hours and with every channel. Null: it is not
 * open now, or was not for twenty minutes. A closed store or channel has its own notice.
 */
export async function openSince(
  tx: StoreTransaction,
  { store, today }: StoreRow,
  now: Date,
): Promise<Date | null> {
  for (const minutes of windowMinutes.toReversed()) {
    const from = new Date(now.getTime() - minutes * minuteMs)
    if (today.active && (await wasOpenAllAlong(tx, { store, today }, from, now))) return from
  }
  return null
}

/** Between two times of the same business day. */
export async function wasOpenAllAlong(
  tx: StoreTransaction,
  { store, today: { schedule, timezone } }: StoreRow,
  from: Date,
  to: Date,
): Promise<boolean> {
  const hours = hoursState(schedule, from, timezone)
  if (!hours.open || (hours.changesAt && hours.changesAt <= to)) return false
  const { rows } = await sql<{ closed: boolean }>`
    select running_day(${store.id}, ${from}) <> running_day(${store.id}, ${to})
      or exists (
        select from breaks b
        where b.store_id = ${store.id} and b.starts_at < ${to}
          and least(coalesce(b.ended_at, 'infinity'), coalesce(b.ends_at, 'infinity')) > ${from})
      or exists (
        select from (
          select o.open, o.at, lead(o.at, 1, 'infinity') over (partition by o.channel order by o.at) as until
          from store_openings o where o.store_id = ${store.id}) o
        where o.open is false and o.at < ${to} and o.until > ${from}) as closed`.execute(tx)
  return !(rows[0]?.closed ?? true)
}
