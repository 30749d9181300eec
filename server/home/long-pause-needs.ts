import { sql, type Transaction } from 'kysely'
import { longPauseMs } from '../../contract/home/home.ts'
import type { Cell } from '../db/tables.ts'
import { waits } from './rank-needs.rules.ts'

interface Found {
  readonly storeId: string
  readonly name: string
  readonly code: string | null
  readonly since: Date
  /** 0 to 1: of what the store sold, in the 28 days before the pause. */
  readonly share: number
}

/** Items that nobody brought back for a day, joined over stores by code and name. */
export async function longPauseNeeds(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  {
    loss,
    now,
  }: {
    /** Centavos that a store usually sells in this hour; 0 for one that sells nothing now anyway. */
    readonly loss: (storeId: string) => number
    readonly now: Date
  },
) {
  const found = await longPausesOf(tx, storeIds, now)
  return [...Map.groupBy(found, ({ name, code }) => `long-pause ${code ?? ''} ${name}`)].flatMap(
    ([key, rows]) => {
      const [first] = rows
      if (!first) return []
      const ids = rows.map(({ storeId }) => storeId)
      return [
        {
          kind: 'long-pause' as const,
          ...waits(key, first.storeId, {
            since: first.since,
            lossPerHour: Math.round(rows.reduce((sum, { storeId, share }) => sum + share * loss(storeId), 0)),
          }),
          storeIds: [...new Set(ids)].toSorted(),
          item: { name: first.name, code: first.code },
        },
      ]
    },
  )
}

/** The oldest first. */
async function longPausesOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly Found[]> {
  if (storeIds.length === 0) return []
  const { rows } = await sql<Found>`
    with paused as (
      select p.store_id, i.name, i.external_code as code, i.product_key, p.since, running_day(p.store_id, p.since) as day
      from menu_item_pauses p join menu_items i on i.store_id = p.store_id and i.id = p.item_id
      where p.store_id = any (${storeIds}::uuid[]) and p.ended_at is null and p.until is null
        and p.since < ${new Date(now.getTime() - longPauseMs)})
    select p.store_id as "storeId", p.name, p.code, p.since,
      case when whole.cents > 0 then least(1, coalesce(item.cents, 0)::float8 / whole.cents) else 0 end as share
    from paused p
      cross join lateral (
        select sum(s.cents) as cents from generate_series(1, 28) back
          join product_days s on s.store_id = p.store_id and s.business_day = p.day - back and s.product_key = p.product_key) item
      cross join lateral (
        select sum(s.gross_cents) as cents from generate_series(1, 28) back
          join sales_days s on s.store_id = p.store_id and s.business_day = p.day - back) whole
    order by p.since, p.name, p.store_id`.execute(tx)
  return rows
}
