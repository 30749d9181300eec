import { sql, type Transaction } from 'kysely'
import type { updateMenuItem as updateMenuItemRoute } from '../../../contract/menu/edit-item.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { audit } from '../../identity/identity.ts'
import type { Picture } from '../../children/redraw-picture.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { deleteUnusedPhoto, photoToKeep, storePhoto } from './store-photo.ts'
import { wishItems } from '../../stores/stores.ts'
import { itemOf } from '../reads/menu.reads.ts'
import { factColumns, linkGroups } from './item-facts.ts'
import { rejectTakenCode, rejectTakenName } from './reject-taken-name.ts'

type UpdateCall = Call<typeof updateMenuItemRoute>

/** Changes only the sent fields; the version detects concurrent edits. */
export async function updateMenuItem(call: UpdateCall): Promise<Reply<typeof updateMenuItemRoute>> {
  const { deps, storeId, body, caller } = call
  const photo = typeof body.photo === 'string' ? await photoToKeep(body.photo, caller.uid) : body.photo
  return withStoreScope(deps.cells, [storeId], (tx) => updateItemIn(tx, call, photo))
}

type ItemCall = Pick<UpdateCall, 'storeId' | 'params' | 'body' | 'now' | 'requestId'> & {
  readonly caller: Pick<Caller, 'uid'>
}

/** `photo`: undefined leaves it, null removes it. */
export async function updateItemIn(
  tx: Transaction<Cell>,
  { storeId, params, body, caller, now, requestId }: ItemCall,
  photo: Picture | null | undefined,
): Promise<Item> {
  const { itemId } = params
  const row = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst()
  const before = await itemOf(tx, storeId, itemId, now)
  if (!row || !before) throw new AppError('menu/item-not-found')
  if (row.version !== body.version) throw new AppError('menu/stale-item', { current: before })
  await rejectTaken(tx, storeId, row, body)
  if (body.categoryId) await rejectForeignCategory(tx, storeId, body.categoryId)
  const code = body.externalCode ?? row.external_code
  const photoId = await resolvePhoto(tx, storeId, row.photo_id, photo)
  const name = body.name ?? row.name
  await tx
    .updateTable('menu_items')
    .set({
      name,
      product_key: productKey(code, name),
      external_code: code,
      ...factColumns(body),
      description: body.description ?? row.description,
      category_id: body.categoryId === undefined ? row.category_id : body.categoryId,
      price_cents: body.priceCents ?? row.price_cents,
      photo_id: photoId,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', itemId)
    .execute()
  if (body.optionGroupIds) await linkGroups(tx, storeId, itemId, body.optionGroupIds)
  if (row.photo_id !== null && row.photo_id !== photoId) await deleteUnusedPhoto(tx, storeId, row.photo_id)
  if (body.channelPrices && body.channelPrices.length > 0) {
    await setChannelPrices(tx, storeId, itemId, body.channelPrices)
    await wishItems(tx, storeId, [itemId], { now })
  }
  const after = await itemOf(tx, storeId, itemId, now)
  if (!after) throw new AppError('menu/item-not-found')
  await audit(tx, {
    actorUid: caller.uid,
    action: 'menu/item-changed',
    storeId,
    subject: name,
    details: { itemId, before: auditDetails(before), after: auditDetails(after) },
    requestId,
    at: now,
  })
  await menuChanged(tx, storeId, now)
  return after
}

/** A name or code that changes must be free. */
async function rejectTaken(
  tx: Transaction<Cell>,
  storeId: string,
  row: { readonly id: string; readonly name: string; readonly external_code: string | null },
  { name, externalCode }: UpdateCall['body'],
): Promise<void> {
  if (name !== undefined && name !== row.name) await rejectTakenName(tx, storeId, name, row.id)
  if (externalCode !== undefined && externalCode !== row.external_code)
    await rejectTakenCode(tx, storeId, externalCode, row.id)
}

type Item = Reply<typeof updateMenuItemRoute>

/** The fields recorded in the audit log, for example to find out who changed a price. */
const auditDetails = ({ channels, ...item }: Item) => ({
  ...item,
  channelPrices: channels.map(({ merchantId, priceCents }) => ({ merchantId, priceCents })),
})

async function rejectForeignCategory(
  tx: Transaction<Cell>,
  storeId: string,
  categoryId: string,
): Promise<void> {
  const known = await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', categoryId)
    .executeTakeFirst()
  if (!known) throw new AppError('menu/category-not-found')
}

async function resolvePhoto(
  tx: Transaction<Cell>,
  storeId: string,
  current: string | null,
  requested: Picture | null | undefined,
): Promise<string | null> {
  if (requested === undefined) return current
  return requested === null ? null : storePhoto(tx, storeId, requested)
}

async function setChannelPrices(
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
  prices: NonNullable<UpdateCall['body']['channelPrices']>,
): Promise<void> {
  for (const [index, { merchantId, priceCents }] of prices.entries()) {
    const set = await tx
      .updateTable('menu_item_channels')
      .set({ price_cents: priceCents })
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('merchant_id', '=', merchantId)
      .returning('merchant_id')
      .executeTakeFirst()
    if (set) continue
    const message = 'Este item não está publicado neste canal.'
    throw new AppError('validation/refused', { details: [{ path: `channelPrices.${index}`, message }] })
  }
}
