import { sql } from 'kysely'
import { districtKey } from '../../contract/delivery/district-name.ts'
import type { readDeliveryHistory as historyRoute } from '../../contract/delivery/zones.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { degrees } from './degrees-sql.ts'
import { streetLine, type StreetPoint } from './street-lines.rules.ts'

const days = 90
const maxDots = 5_000
const maxStreets = 400

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
      street: string | null
      orders: number
      fees: number[]
    }>`
      select round(${degrees('lat')}, 3)::float8 as lat, round(${degrees('lng')}, 3)::float8 as lng,
        a ->> 'district' as district, a ->> 'street' as street, count(*)::integer as orders, array_agg(delivery_fee_cents) as fees
      from orders cross join lateral (select detail -> 'delivery' -> 'address' as a) place
      where store_id = ${storeId} and type = 'DELIVERY' and not is_test and status <> 'cancelled'
        and business_day > ${now}::date - ${days}::integer and jsonb_typeof(a) = 'object'
      group by 1, 2, 3, 4`.execute(tx)
    const districts = new Map<string, District>()
    const streets = new Map<string, Named>()
    const dots: Dots = new Map()
    for (const { lat, lng, orders, fees, ...names } of rows) {
      const dot = lat === null || lng === null ? null : { lat, lng, orders }
      addDot(dots, dot)
      const district = named(districts, { written: names.district }, orders, () => ({
        ...unnamed(),
        fees: [],
      }))
      addDot(district?.dots, dot)
      district?.fees.push(...fees)
      // The same name in another district is another street.
      const street = named(streets, { written: names.street, within: names.district }, orders, unnamed)
      addDot(street?.dots, dot)
    }
    const byOrders = <T extends { readonly orders: number }>(list: Iterable<T>) =>
      [...list].toSorted((a, b) => b.orders - a.orders)
    return {
      days,
      orders: rows.reduce((sum, row) => sum + row.orders, 0),
      dots: byOrders(dots.values()).slice(0, maxDots),
      districts: byOrders(districts.values())
        .slice(0, 300)
        .map((one) => ({
          name: one.name,
          orders: one.orders,
          feeCents: commonest(one.fees),
          at: middleOf([...one.dots.values()]),
        })),
      streets: byOrders(
        [...streets.values()].flatMap(({ name, dots: points }) => {
          const line = streetLine([...points.values()])
          return line ? [{ name, ...line }] : []
        }),
      ).slice(0, maxStreets),
    }
  })
}

type Dots = Map<string, { lat: number; lng: number; orders: number }>

interface Named {
  name: string
  orders: number
  /** Of the spelling that most orders have. */
  most: number
  readonly dots: Dots
}

interface District extends Named {
  readonly fees: number[]
}

const unnamed = (): Named => ({ name: '', orders: 0, most: 0, dots: new Map() })

/** The entry of a written name, counted; null: nothing is written. */
function named<Entry extends Named>(
  entries: Map<string, Entry>,
  { written, within }: { readonly written: string | null; readonly within?: string | null },
  orders: number,
  fresh: () => Entry,
): Entry | null {
  const name = written?.trim().slice(0, 80) ?? ''
  const key = districtKey(name)
  if (key === '') return null
  const place = `${key}\n${districtKey(within ?? '')}`
  const entry = entries.get(place) ?? fresh()
  entries.set(place, entry)
  entry.orders += orders
  // The spelling of most orders is the name.
  if (orders > entry.most) Object.assign(entry, { name, most: orders })
  return entry
}

function addDot(dots: Dots | undefined, dot: { lat: number; lng: number; orders: number } | null): void {
  if (!dots || !dot) return
  const key = `${dot.lat},${dot.lng}`
  dots.set(key, { ...dot, orders: (dots.get(key)?.orders ?? 0) + dot.orders })
}

function middleOf(dots: readonly StreetPoint[]): { lat: number; lng: number } | null {
  const orders = dots.reduce((sum, dot) => sum + dot.orders, 0)
  if (orders === 0) return null
  const mean = (of: (dot: StreetPoint) => number) =>
    Math.round((dots.reduce((sum, dot) => sum + of(dot) * dot.orders, 0) / orders) * 1e3) / 1e3
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}

function commonest(fees: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const fee of fees) counts.set(fee, (counts.get(fee) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0
}
