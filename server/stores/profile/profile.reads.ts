import { sql, type Kysely, type Transaction } from 'kysely'
import type { StoreProfile } from '../../../contract/stores/profile.ts'
import type { Cell, Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { storesById } from '../stores.reads.ts'

type FormerSlugs = StoreProfile['formerSlugs']

/** Addresses that still lead to the store, the latest first. */
export async function formerSlugsOf(
  directory: Kysely<Directory>,
  storeId: string,
  now: Date,
): Promise<FormerSlugs> {
  const rows = await directory
    .selectFrom('old_menu_slugs')
    .select(['slug', 'until'])
    .where('store_id', '=', storeId)
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .execute()
  return rows.map(({ slug, until }) => ({ slug, until: until.toISOString() }))
}

/** In the store's scope; the former addresses are the directory's. */
export async function profileOf(
  tx: Transaction<Cell>,
  storeId: string,
  formerSlugs: FormerSlugs,
  now: Date,
): Promise<StoreProfile> {
  const [row] = await storesById(tx, [storeId], now)
  if (!row) throw new AppError('store/not-found')
  const own = await tx
    .selectFrom('stores')
    .select(['pix_key', 'profile_version'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { store } = row
  const next = await tx
    .selectFrom('store_day_starts')
    .select([
      sql<string>`to_char(effective_from, 'YYYY-MM-DD')`.as('from'),
      sql<string>`to_char(starts_at, 'HH24:MI')`.as('startsAt'),
    ])
    .where('store_id', '=', storeId)
    .where('effective_from', '>', store.businessDay.day)
    .orderBy('effective_from')
    .limit(1)
    .executeTakeFirst()
  const { timezone, ...address } = store.address
  return {
    name: store.name,
    brand: store.brand.name,
    code: store.code ?? null,
    logo: store.logo,
    phone: store.phone,
    document: store.document,
    menuSlug: store.menuSlug,
    formerSlugs,
    pixKey: own.pix_key,
    timezone,
    address,
    dayStart: { now: store.businessDayStartsAt, today: store.businessDay.day, next: next ?? null },
    version: own.profile_version,
  }
}
