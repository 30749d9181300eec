import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../../contract/shared/durations.ts'
import { reservedSlugs } from '../../../contract/shared/reserved-slugs.ts'
import { formerSlugDays } from '../../../contract/stores/profile.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { slugOf } from '../slug.rules.ts'

/** The requested slug, or the first free one derived from the name. The unique key decides races. */
export async function freeSlug(
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

/** Gives the store another address; the former one leads to it for a while. It may return to one of its own. */
export async function changeSlug(
  tx: Transaction<Directory>,
  storeId: string,
  slugs: { readonly from: string; readonly to: string },
  now: Date,
): Promise<void> {
  await rejectUnfree(tx, slugs.to, storeId, now)
  await tx.deleteFrom('old_menu_slugs').where('slug', '=', slugs.to).execute()
  await tx.updateTable('menu_slugs').set({ slug: slugs.to }).where('store_id', '=', storeId).execute()
  const until = new Date(now.getTime() + formerSlugDays * dayMs)
  await tx
    .insertInto('old_menu_slugs')
    .values({ slug: slugs.from, store_id: storeId, until })
    .onConflict((conflict) =>
      conflict.constraint('old_menu_slugs_pkey').doUpdateSet({ store_id: storeId, until }),
    )
    .execute()
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
