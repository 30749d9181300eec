import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { roleLevel } from '../../contract/shared/access.ts'
import { states } from '../../contract/shared/brazil.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { reservedSlugs } from '../../contract/shared/reserved-slugs.ts'
import type { startFreeTier as startFreeTierRoute } from '../../contract/stores/stores.ts'
import { withDirectoryAndStores } from '../db/scope.ts'
import type { Directory } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { audit, throttle } from '../identity/identity.ts'
import { slugOf } from './slug.rules.ts'
import { storesById } from './stores.reads.ts'

/** Creates the store, its slug, its day start and its first owner in one transaction. */
export async function startFreeTier(
  call: Call<typeof startFreeTierRoute>,
): Promise<Reply<typeof startFreeTierRoute>> {
  const { deps, caller, body, now, requestId } = call
  await throttle(deps.directory, { purpose: 'store', account: caller.uid, address: call.request.ip }, now)
  const id = uuidv7()
  return withDirectoryAndStores(
    deps,
    [id],
    async (tx) => {
      const menuSlug = await freeSlug(tx, body.menuSlug, body.name)
      const { complement, ...address } = body.address
      await tx
        .insertInto('stores')
        .values({
          id,
          name: body.name,
          brand_name: body.name,
          menu_slug: menuSlug,
          phone: body.phone,
          document: body.document ?? null,
          timezone: states[address.state],
          address: JSON.stringify({ ...address, complement: complement ?? null, lat: null, lng: null }),
          created_at: now,
          updated_at: now,
        })
        .execute()
      await tx.insertInto('menu_slugs').values({ slug: menuSlug, store_id: id }).execute()
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: id, effective_from: '2020-01-01', starts_at: '04:00' })
        .execute()
      await tx
        .insertInto('access_entries')
        .values({ store_id: id, uid: caller.uid, role: roleLevel.owner })
        .execute()
      await audit(tx, { actorUid: caller.uid, action: 'store/started', storeId: id, requestId, at: now })
      const [row] = await storesById(tx, [id], now)
      if (!row) throw new Error('The new store cannot be read.')
      return { ...row.store, role: 'owner' as const }
    },
    { uid: caller.uid },
  )
}

/** The requested slug, or the first free one derived from the name. The unique key decides races. */
async function freeSlug(
  tx: Transaction<Directory>,
  wished: string | undefined,
  name: string,
): Promise<string> {
  if (wished !== undefined) {
    if (reservedSlugs.has(wished)) throw refused('group/slug-reserved', 'Endereço reservado.')
    if (await isTaken(tx, wished)) throw refused('store/slug-taken', 'Este endereço já é de outra loja.')
    return wished
  }
  const base = slugOf(name)
  for (let number = 1; number < 200; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!reservedSlugs.has(slug) && !(await isTaken(tx, slug))) return slug
  }
  return `${base.slice(0, 40)}-${uuidv7().slice(-8)}`
}

async function isTaken(tx: Transaction<Directory>, slug: string): Promise<boolean> {
  // A concurrent request for the same slug waits here and then finds it taken.
  await sql`select pg_advisory_xact_lock(hashtext(${`menu-slug:${slug}`}))`.execute(tx)
  const row = await tx.selectFrom('menu_slugs').select('slug').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined
}

const refused = (code: 'group/slug-reserved' | 'store/slug-taken', message: string) =>
  new AppError(code, { details: [{ path: 'menuSlug', message }] })
