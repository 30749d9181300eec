import type { Transaction } from 'kysely'
import { documentItems, type DocumentItem, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { rollBackMenu as rollBackMenuRoute } from '../../../contract/menu/versions.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { stopPhotos } from '../import/import-photos.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'
import { keepEdits, keepVersion, lockMenuOf, menuNow } from '../whole/keep-version.ts'

export async function rollBackMenu(
  call: Call<typeof rollBackMenuRoute>,
): Promise<Reply<typeof rollBackMenuRoute>> {
  const { deps, storeId, params, body } = call
  return withStoreScope(deps.cells, [storeId], (tx) =>
    rollBackMenuIn(tx, call, { number: params.number, menu: body.menu }),
  )
}

interface VersionCall {
  readonly storeId: string
  readonly caller: Pick<Caller, 'uid' | 'name'>
  readonly now: Date
  readonly requestId: string
}

/**
 * Exactly the version, whatever came after it; what came after stays a version of its own. `menu`: the hash of the menu that the
 * person saw. Throws menu/changed-meanwhile for another one.
 */
export async function rollBackMenuIn(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId }: VersionCall,
  { number, menu: seen }: { readonly number: number; readonly menu: string },
): Promise<{ readonly before: number }> {
  await lockMenuOf(tx, storeId)
  const menu = await menuNow(tx, storeId)
  const row = await tx
    .selectFrom('menu_versions')
    .select(['document', 'hash'])
    .where('store_id', '=', storeId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new AppError('menu/version-not-found')
  if (menu.hash !== seen) throw new AppError('menu/changed-meanwhile')
  const stopped = await stopPhotos(tx, storeId)
  if (menu.hash === row.hash && stopped === 0) throw new AppError('menu/already-so')
  const before = await keepEdits(tx, storeId, menu, { now })
  const document = await withKeptPhotos(tx, storeId, JSON.parse(row.document) as MenuDocument)
  await writeWholeMenu(tx, storeId, document, { now })
  await keepVersion(tx, storeId, { cause: 'rollback', subject: String(number), byName: caller.name, now })
  await audit(tx, {
    actorUid: caller.uid,
    action: 'menu/rolled-back',
    storeId,
    details: { to: number, before },
    requestId,
    at: now,
  })
  return { before }
}

/** Without photos that were deleted since then. */
async function withKeptPhotos(
  tx: Transaction<Cell>,
  storeId: string,
  menu: MenuDocument,
): Promise<MenuDocument> {
  const named = new Set(documentItems(menu).flatMap((item) => item.photoId ?? []))
  if (named.size === 0) return menu
  const rows = await tx
    .selectFrom('menu_photos')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', 'in', [...named])
    .execute()
  const kept = new Set(rows.map((row) => row.id))
  const sound = (item: DocumentItem): DocumentItem =>
    item.photoId === null || kept.has(item.photoId) ? item : { ...item, photoId: null }
  return {
    ...menu,
    categories: menu.categories.map((category) => ({ ...category, items: category.items.map(sound) })),
    otherItems: menu.otherItems.map(sound),
  }
}
