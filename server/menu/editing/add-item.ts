import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { addMenuItem as addMenuItemRoute } from '../../../contract/menu/edit-item.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { photoToKeep, storePhoto } from './store-photo.ts'
import { itemOf } from '../reads/menu.reads.ts'
import { factColumns, linkGroups } from './item-facts.ts'
import { rejectTakenCode, rejectTakenName } from './reject-taken-name.ts'

/** The item gets a generated code, so that renaming it later does not split its reports. */
export async function addMenuItem(
  call: Call<typeof addMenuItemRoute>,
): Promise<Reply<typeof addMenuItemRoute>> {
  const { deps, storeId, body, caller, now, requestId } = call
  const photo = body.photo ? await photoToKeep(body.photo, caller.uid) : null
  const added = await withStoreScope(deps.cells, [storeId], async (tx) => {
    await rejectTakenName(tx, storeId, body.name)
    const id = uuidv7()
    if (body.externalCode) await rejectTakenCode(tx, storeId, body.externalCode)
    const code = body.externalCode ?? `B-${randomBytes(4).toString('hex').toUpperCase()}`
    await tx
      .insertInto('menu_items')
      .values({
        store_id: storeId,
        id,
        category_id: await findOrCreateCategory(tx, storeId, body.category),
        name: body.name,
        description: body.description ?? '',
        external_code: code,
        product_key: productKey(code, body.name),
        price_cents: body.priceCents,
        photo_id: photo ? await storePhoto(tx, storeId, photo) : null,
        position: await nextPosition(tx, storeId, 'menu_items'),
        ...factColumns(body),
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (body.optionGroupIds) await linkGroups(tx, storeId, id, body.optionGroupIds)
    await menuChanged(tx, storeId, now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-added',
      storeId,
      subject: body.name,
      details: { itemId: id, category: body.category, priceCents: body.priceCents },
      requestId,
      at: now,
    })
    const item = await itemOf(tx, storeId, id, now)
    if (!item) throw new AppError('menu/item-not-found')
    return item
  })
  return added
}

async function findOrCreateCategory(tx: Transaction<Cell>, storeId: string, name: string): Promise<string> {
  const known = await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('store_id', '=', storeId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) return known.id
  const id = uuidv7()
  const position = await nextPosition(tx, storeId, 'menu_categories')
  await tx.insertInto('menu_categories').values({ store_id: storeId, id, name, position }).execute()
  return id
}

async function nextPosition(
  tx: Transaction<Cell>,
  storeId: string,
  table: 'menu_items' | 'menu_categories',
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position), -1) + 1 as next from ${sql.table(table)} where store_id = ${storeId}`.execute(
    tx,
  )
  return rows[0]?.next ?? 0
}
