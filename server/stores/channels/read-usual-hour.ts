import { sql } from 'kysely'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type * as contract from '../../../contract/stores/usual-hour.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { readEachCell } from '../../db/many-stores.ts'

interface Line {
  readonly storeId: string
  readonly platform: string | null
  readonly days: number
  readonly cents: number
}

/** Of the four days of the same weekday before; a day on which the store sold nothing at all says nothing. */
export async function readUsualHour(
  call: Call<typeof contract.readUsualHour>,
): Promise<Reply<typeof contract.readUsualHour>> {
  const { deps, stores, now } = call
  const ids = stores.map(({ storeId }) => storeId)
  const found = await readEachCell(deps.cells, ids, async (tx, here) => {
    const { rows } = await sql<Line>`
      with clock as materialized (
        select id, running_day(id, ${now}) as day, extract(hour from ${now}::timestamptz at time zone timezone) as hour
        from stores where id = any (${here}::uuid[])
      ), past as (
        select c.id, s.hour = c.hour as is_hour, s.business_day, s.platform,
          s.gross_cents - s.store_discount_cents - s.refund_cents as cents
        from clock c cross join unnest(array[7, 14, 21, 28]) ago
          join sales_hours s on s.store_id = c.id and s.business_day = c.day - ago
      ), known as (select id, count(distinct business_day)::integer as days from past group by id)
      select k.id as "storeId", k.days, p.platform, coalesce(sum(p.cents), 0)::integer as cents
      from known k left join past p on p.id = k.id and p.is_hour
      group by k.id, k.days, p.platform`.execute(tx)
    return rows
  })
  const lines = Map.groupBy(found.flat(), ({ storeId }) => storeId)
  return {
    generatedAt: now.toISOString(),
    stores: ids.map((storeId) => {
      const own = lines.get(storeId) ?? []
      const days = own[0]?.days ?? 0
      return {
        storeId,
        days,
        channels: own.flatMap(({ platform, cents }) =>
          platform !== null && isPlatform(platform) && cents > 0
            ? [{ platform, centsPerHour: Math.round(cents / days) }]
            : [],
        ),
      }
    }),
  }
}
