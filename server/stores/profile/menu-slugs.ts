import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs, hourMs } from '../../../contract/shared/durations.ts'
import { reservedSlugs } from '../../../contract/shared/reserved-slugs.ts'
import { formerSlugDays } from '../../../contract/stores/profile.ts'
import { inTransaction, withStoreScope } from '../../db/scope.ts'
import type { Cells, Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { slugOf } from '../slug.rules.ts'

/** Longer than the steps from a reservation to its slug, also where one of them is tried again. */
const reservedMs = hourMs

/** Keeps a slug for a store, whose row gets it next: nobody else can take it until then. Refused when it is taken. */
export async function reserveSlug(
  directory: Kysely<Directory>,
  storeId: string,
  slug: string,
  now: Date,
): Promise<void> {
  await inTransaction(directory, async (tx) => {
    await rejectUnfree(tx, slug, storeId, now)
    await keepSlug(tx, storeId, slug, now)
  })
}

/** As reserveSlug, for a new store: the one that is wished, or the first free one of its name. */
export const reserveFreeSlug = (
  directory: Kysely<Directory>,
  storeId: string,
  { wished, name }: { readonly wished: string | undefined; readonly name: string },
  now: Date,
): Promise<string> =>
  inTransaction(directory, async (tx) => {
    const slug = await freeSlug(tx, wished, name, now)
    await keepSlug(tx, storeId, slug, now)
    return slug
  })

/** A reservation is a former address that leads to the store for a while. One that it has anyway stays as it is. */
async function keepSlug(tx: Transaction<Directory>, storeId: string, slug: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + reservedMs)
  await sql`
    insert into old_menu_slugs as o (slug, store_id, until) values (${slug}, ${storeId}, ${until})
    on conflict on constraint old_menu_slugs_pkey do update set store_id = excluded.store_id,
      until = case when o.store_id = excluded.store_id then greatest(o.until, excluded.until) else excluded.until end`.execute(
    tx,
  )
}

/** After a save that was refused: the next one finds the slug free. Former addresses stay. */
export async function releaseSlug(
  directory: Kysely<Directory>,
  storeId: string,
  slug: string,
  now: Date,
): Promise<void> {
  await directory
    .deleteFrom('old_menu_slugs')
    .where('slug', '=', slug)
    .where('store_id', '=', storeId)
    .where('until', '<=', new Date(now.getTime() + reservedMs))
    .execute()
}

/**
 * Gives the store the address in the directory that its row has; the former one leads to it for a while. Safe to run at
 * any time: an older state of the row never replaces a newer one. Runs after each change and, should the process die before,
 * from the outbox. True: the directory did not know the store.
 */
export async function followSlug(tx: Transaction<Directory>, row: SlugOfStore, now: Date): Promise<boolean> {
  const { storeId, slug, version } = row
  const known = await tx
    .selectFrom('menu_slugs')
    .select(['slug', 'version'])
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.version >= version) return false
  await tx.deleteFrom('old_menu_slugs').where('slug', '=', slug).where('store_id', '=', storeId).execute()
  if (!known) {
    const made = await tx
      .insertInto('menu_slugs')
      .values({ slug, store_id: storeId, version })
      .onConflict((conflict) => conflict.column('store_id').doNothing())
      .returning('slug')
      .executeTakeFirst()
    return made !== undefined
  }
  await tx.updateTable('menu_slugs').set({ slug, version }).where('store_id', '=', storeId).execute()
  if (known.slug === slug) return false
  const until = new Date(now.getTime() + formerSlugDays * dayMs)
  await tx
    .insertInto('old_menu_slugs')
    .values({ slug: known.slug, store_id: storeId, until })
    .onConflict((conflict) =>
      conflict.constraint('old_menu_slugs_pkey').doUpdateSet({ store_id: storeId, until }),
    )
    .execute()
  return false
}

/** `version`: of the profile, which rises with each save. */
export interface SlugOfStore {
  readonly storeId: string
  readonly slug: string
  readonly version: number
}

export const slugOfStore = (cells: Cells, storeId: string): Promise<SlugOfStore> =>
  withStoreScope(cells, [storeId], (tx) =>
    tx
      .selectFrom('stores')
      .select(['id as storeId', 'menu_slug as slug', 'profile_version as version'])
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow(),
  )

/** Of a store whose profile was saved. */
export async function followSavedSlug(deps: Pick<Deps, 'directory' | 'cells' | 'now'>, storeId: string) {
  const row = await slugOfStore(deps.cells, storeId)
  await inTransaction(deps.directory, (tx) => followSlug(tx, row, deps.now()))
}

/** The requested slug, or the first free one derived from the name. The unique key decides races. */
async function freeSlug(
  tx: Transaction<Directory>,
  wished: string | undefined,
  name: string,
  now: Date,
): Promise<string> {
  if (wished !== undefined) {
    await rejectUnfree(tx, wished, null, now)
    return wished
  }
  const base = slugOf(name)
  for (let number = 1; number < 200; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!reservedSlugs.has(slug) && !(await isTaken(tx, slug, null, now))) return slug
  }
  return `${base.slice(0, 40)}-${uuidv7().slice(-8)}`
}

async function rejectUnfree(
  tx: Transaction<Directory>,
  slug: string,
  storeId: string | null,
  now: Date,
): Promise<void> {
  if (reservedSlugs.has(slug)) throw refused('group/slug-reserved', 'Endereço reservado.')
  if (await isTaken(tx, slug, storeId, now))
    throw refused('store/slug-taken', 'Este endereço já é de outra loja.')
}

async function isTaken(
  tx: Transaction<Directory>,
  slug: string,
  storeId: string | null,
  now: Date,
): Promise<boolean> {
  // A concurrent request for the same slug waits here and then finds it taken.
  await sql`select pg_advisory_xact_lock(hashtext(${`menu-slug:${slug}`}))`.execute(tx)
  const rows = await tx
    .selectFrom('menu_slugs')
    .select('store_id')
    .where('slug', '=', slug)
    .unionAll(
      tx.selectFrom('old_menu_slugs').select('store_id').where('slug', '=', slug).where('until', '>', now),
    )
    .execute()
  return rows.some((row) => row.store_id !== storeId)
}

const refused = (code: 'group/slug-reserved' | 'store/slug-taken', message: string) =>
  new AppError(code, { details: [{ path: 'menuSlug', message }] })
