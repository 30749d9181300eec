import type { Transaction } from 'kysely'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { forgetItemWishes } from '../../stores/stores.ts'

/** Deletes items with their pauses and links. The partners take them off sale: an order of one could not be filled. */
export async function removeItems(
  tx: Transaction<Cell>,
  storeId: string,
  itemIds: readonly string[],
  now: Date,
): Promise<void> {
  if (itemIds.length === 0) return
  const published = await tx
    .selectFrom('menu_item_channels')
    .select(['item_id', 'platform', 'merchant_id', 'partner_item_id'])
    .where('store_id', '=', storeId)
    .where('item_id', 'in', itemIds)
    .execute()
  for (const {
    item_id: lane,
    platform,
    merchant_id: merchantId,
    partner_item_id: partnerItemId,
  } of published)
    if (isPlatform(platform))
      await enqueue(
        tx,
        'menu-item-gone',
        { platform, merchantId, partnerItemId },
        { storeId, lane, dueAt: now },
      )
  await tx.deleteFrom('menu_items').where('store_id', '=', storeId).where('id', 'in', itemIds).execute()
  await forgetItemWishes(tx, storeId)
}
