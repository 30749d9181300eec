import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { wordsOf } from '../../../contract/delivery/address-words.ts'
import { districtKey } from '../../../contract/delivery/district-name.ts'
import type { FoundPoint } from '../../../contract/delivery/quote.ts'
import { dayMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'

/** A door by its words; a town has more than one Rua 1, so the district belongs to it. */
export interface DoorAddress {
  readonly street: string
  readonly number: string
  readonly district: string
  readonly city: string
  readonly state: string
}

/** A point is kept with its address for this time. */
const pointDays = 365

export interface KeptPoint {
  /** Null: the geocoder knows no such address. */
  readonly point: FoundPoint | null
}

/** What is kept with an address; null: nothing. */
export async function keptPoint(
  tx: Transaction<Cell>,
  storeId: string,
  address: DoorAddress,
  now: Date,
): Promise<KeptPoint | null> {
  const row = await tx
    .selectFrom('address_points')
    .select(['source', 'lat', 'lng', 'metres'])
    .where('store_id', '=', storeId)
    .where('address_key', '=', addressKey(address))
    .where('at', '>', new Date(now.getTime() - pointDays * dayMs))
    .executeTakeFirst()
  if (!row) return null
  const { lat, lng, metres } = row
  const source = row.source === 'map' ? 'map' : 'geocoder'
  return { point: lat === null || lng === null ? null : { source, lat, lng, metres } }
}

/** A point that a person marked replaces any other; the geocoder's replaces only its own. */
export async function keepPoint(
  tx: Transaction<Cell>,
  storeId: string,
  address: DoorAddress,
  { source, point, now }: KeptPoint & { readonly source: 'map' | 'geocoder'; readonly now: Date },
): Promise<void> {
  const columns = {
    source,
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
    metres: point?.metres ?? 0,
    at: now,
  }
  await tx
    .insertInto('address_points')
    .values({ store_id: storeId, address_key: addressKey(address), ...columns })
    .onConflict((conflict) =>
      conflict
        .constraint('address_points_pkey')
        .doUpdateSet(columns)
        .where(sql<boolean>`address_points.source = 'geocoder' or excluded.source = 'map'`),
    )
    .execute()
  await sql`
    delete from address_points where store_id = ${storeId} and address_key in (
      select address_key from address_points
      where store_id = ${storeId} and at < ${new Date(now.getTime() - pointDays * dayMs)} limit 20)`.execute(
    tx,
  )
}

/**
 * Deletes the points of all addresses that the customer's orders name, and of the one of an order by chat that was not
 * placed; before these are masked. `phone`: with its `+`.
 */
export async function forgetPointsOf(
  tx: Transaction<Cell>,
  storeId: string,
  { id, phone }: { readonly id: string; readonly phone: string },
): Promise<void> {
  const { rows } = await sql<Partial<DoorAddress>>`
    select distinct a ->> 'street' as street, a ->> 'number' as number, a ->> 'district' as district,
      coalesce(a ->> 'city', s.address ->> 'city') as city, coalesce(a ->> 'state', s.address ->> 'state') as state
    from stores s cross join lateral (
      select detail #> '{delivery,address}' as a from orders where store_id = s.id and customer_id = ${id}
      union all
      select v.state #> '{draft,address}' from whatsapp_contacts c
        join whatsapp_conversations v on v.store_id = c.store_id and v.contact_id = c.id
      where c.store_id = s.id and c.phone = ${phone.replace(/^\+/, '')}) place
    where s.id = ${storeId} and jsonb_typeof(a) = 'object'`.execute(tx)
  const keys = rows.map(({ street, number, district, city, state }) =>
    addressKey({
      ...{ street: street ?? '', number: number ?? '', district: district ?? '' },
      ...{ city: city ?? '', state: state ?? '' },
    }),
  )
  if (keys.length === 0) return
  await tx
    .deleteFrom('address_points')
    .where('store_id', '=', storeId)
    .where('address_key', 'in', keys)
    .execute()
}

/** Hashed, because nobody needs to read it: an address is looked up, never listed. */
function addressKey({ street, number, district, city, state }: DoorAddress): string {
  const parts = [wordsOf(street), wordsOf(number), districtKey(district), wordsOf(city), wordsOf(state)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
