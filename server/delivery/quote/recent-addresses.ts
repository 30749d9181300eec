import { sql, type Transaction } from 'kysely'
import type { readRecentAddresses as recentRoute } from '../../../contract/delivery/quote.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { pointOf } from '../config.reads.ts'
import { degrees } from '../degrees-sql.ts'
import { answerBy } from './answer-quote.ts'
import { quoteTerms } from './quote-terms.reads.ts'

const shownAddresses = 3

export async function readRecentAddresses(
  call: Call<typeof recentRoute>,
): Promise<Reply<typeof recentRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const terms = await quoteTerms(tx, storeId, { at: now, now })
    const addresses = []
    for (const recent of await recentAddresses(tx, storeId, now)) {
      const { street, number, city, state, district, zipCode, itemsCents } = recent
      const point = pointOf(recent)
      const { sum } = await answerBy(tx, storeId, terms, {
        place: { district, zipCode, point },
        address: { street, number, city, state },
        ...{ itemsCents, at: now, now },
      })
      const words = sum.steps.at(-1)?.words ?? ''
      addresses.push({ street: `${street}, ${number}`, district, zipCode, point, served: sum.served, words })
    }
    return { addresses }
  })
}

interface RecentAddress {
  readonly street: string
  readonly number: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly zipCode: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly itemsCents: number
}

async function recentAddresses(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<readonly RecentAddress[]> {
  const { rows } = await sql<RecentAddress>`
    with last as (
      select o.created_at, o.gross_cents, o.detail -> 'delivery' -> 'address' as a
      from orders o
      where o.store_id = ${storeId} and o.type = 'DELIVERY' and not o.is_test and o.status <> 'cancelled'
        and o.business_day > ${now}::date - 90 and jsonb_typeof(o.detail -> 'delivery' -> 'address') = 'object'
      order by o.business_day desc, o.created_at desc limit 60),
      doors as (
        select distinct on (lower(a ->> 'street'), lower(a ->> 'number')) * from last
        order by lower(a ->> 'street'), lower(a ->> 'number'), created_at desc)
    select coalesce(a ->> 'street', '') as street, coalesce(a ->> 'number', '') as number,
      coalesce(a ->> 'district', '') as district, coalesce(a ->> 'city', '') as city,
      coalesce(a ->> 'state', '') as state, substring(a ->> 'zipCode' from '^\\d{8}$') as "zipCode",
      ${degrees('lat')}::float8 as lat, ${degrees('lng')}::float8 as lng, gross_cents as "itemsCents"
    from doors order by created_at desc limit ${shownAddresses}`.execute(tx)
  return rows
}
