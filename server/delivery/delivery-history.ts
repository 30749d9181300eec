import { sql } from 'kysely'
import { districtKey } from '../../contract/delivery/district-name.ts'
import type { readDeliveryHistory as historyRoute } from '../../contract/delivery/zones.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { degrees } from './degrees-sql.ts'

const days = 90
const maxDots = 5_000

/** Points rounded to a thousandth of a degree: about 100 m. */
export async function readDeliveryHistory(
  call: Call<typeof historyRoute>,
): Promise<Reply<typeof historyRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{
      lat: number | null
      lng: number | null
      district: string | null
      orders: number
      fees: number[]
    }>`
      select round(${degrees('lat')}, 3)::float8 as lat, round(${degrees('lng')}, 3)::float8 as lng,
        a ->> 'district' as district, count(*)::integer as orders, array_agg(delivery_fee_cents) as fees
      from orders cross join lateral (select detail -> 'delivery' -> 'address' as a) place
      where store_id = ${storeId} and type = 'DELIVERY' and not is_test and status <> 'cancelled'
        and business_day > ${now}::date - ${days}::integer and jsonb_typeof(a) = 'object'
      group by 1, 2, 3`.execute(tx)
    const districts = new Map<string, { name: string; orders: number; most: number; fees: number[] }>()
    const dots = new Map<string, { lat: number; lng: number; orders: number }>()
    for (const { lat, lng, district, orders, fees } of rows) {
      if (lat !== null && lng !== null) {
        const key = `${lat},${lng}`
        dots.set(key, { lat, lng, orders: (dots.get(key)?.orders ?? 0) + orders })
      }
      const name = district?.trim().slice(0, 80) ?? ''
      const key = districtKey(name)
      if (key === '') continue
      const known = districts.get(key) ?? { name, orders: 0, most: 0, fees: [] }
      known.orders += orders
      known.fees.push(...fees)
      // The spelling of most orders is the name.
      if (orders > known.most) Object.assign(known, { name, most: orders })
      districts.set(key, known)
    }
    const byOrders = <T extends { readonly orders: number }>(list: Iterable<T>) =>
      [...list].toSorted((a, b) => b.orders - a.orders)
    return {
      days,
      orders: rows.reduce((sum, row) => sum + row.orders, 0),
      dots: byOrders(dots.values()).slice(0, maxDots),
      districts: byOrders(districts.values())
        .slice(0, 300)
        .map(({ name, orders, fees }) => ({ name, orders, feeCents: commonest(fees) })),
    }
  })
}

function commonest(fees: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const fee of fees) counts.set(fee, (counts.get(fee) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0
}
