import { sql } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { pointOf } from '../config.reads.ts'
import { degrees } from '../degrees-sql.ts'
import { placesLearntFrom, type LearntPlace } from './learnt-places.rules.ts'

const days = 180
const maxDeliveries = 5_000
/** A statement has at most 65,535 values. */
const batch = 1_000

/** Writes the table of districts and CEPs of one store again, from its deliveries of half a year. */
export async function learnPlaces(
  { cells, now }: Pick<Deps, 'cells' | 'now'>,
  storeId: string,
): Promise<void> {
  await withStoreScope(cells, [storeId], async (tx) => {
    const { rows } = await sql<{
      lat: number | null
      lng: number | null
      district: string | null
      zipCode: string | null
    }>`
      select ${degrees('lat')}::float8 as lat, ${degrees('lng')}::float8 as lng, a ->> 'district' as district,
        substring(translate(a ->> 'zipCode', '-. ', '') from '^\\d{8}$') as "zipCode"
      from orders cross join lateral (select detail #> '{delivery,address}' as a) place
      where store_id = ${storeId} and type = 'DELIVERY' and not is_test and status <> 'cancelled'
        and business_day > ${now()}::date - ${days}::integer and jsonb_typeof(a) = 'object'
      order by business_day desc, created_at desc limit ${maxDeliveries}`.execute(tx)
    const places = placesLearntFrom(
      rows.map(({ lat, lng, district, zipCode }) => ({
        point: pointOf({ lat, lng }),
        district: district ?? '',
        zipCode,
      })),
    )
    await tx.deleteFrom('learnt_places').where('store_id', '=', storeId).execute()
    for (let from = 0; from < places.length; from += batch)
      await tx
        .insertInto('learnt_places')
        .values(places.slice(from, from + batch).map((place) => rowOf(storeId, place)))
        .onConflict((conflict) => conflict.constraint('learnt_places_pkey').doNothing())
        .execute()
  })
}

const rowOf = (storeId: string, { kind, key, circle, zipCodes, district, doors }: LearntPlace) => ({
  ...{ store_id: storeId, kind, key, district, doors },
  ...{ lat: circle?.lat ?? null, lng: circle?.lng ?? null, metres: circle?.metres ?? null },
  ...{ from_zip_code: zipCodes?.from ?? null, to_zip_code: zipCodes?.to ?? null },
})
