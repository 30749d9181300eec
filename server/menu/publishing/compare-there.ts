import { withStoreScope } from '../../db/scope.ts'
import { planOf } from './plan.rules.ts'
import { sidesOf } from './publication-rows.ts'
import type { PublishingRun } from './publishing-run.ts'

/** Reads the catalogue and keeps what differs, for a person to tick. */
export async function compareThere({ deps, storeId, publication, publishing }: PublishingRun): Promise<void> {
  const { id, merchantId } = publication
  const there = await publishing.read(merchantId)
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const sides = await sidesOf(tx, storeId, publication, { there, now })
    const { parts, categories, leftOut } = planOf(sides)
    const updated = await tx
      .updateTable('menu_publications')
      .set({
        state: 'ready',
        tries: 0,
        menu: sides.menuNow.hash,
        categories: JSON.stringify(categories),
        left_out: JSON.stringify(leftOut),
      })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .returning('id')
      .executeTakeFirst()
    if (!updated || parts.length === 0) return
    await tx
      .insertInto('menu_publication_parts')
      .values(
        parts.map((part, position) => ({
          store_id: storeId,
          publication_id: id,
          position,
          item_id: part.itemId,
          partner_item_id: part.partnerItemId,
          category_code: part.categoryCode,
          change: JSON.stringify(part.change),
          wanted: part.wanted === null ? null : JSON.stringify(part.wanted),
          was_linked: part.wasLinked,
          price_before: part.priceBefore,
        })),
      )
      .execute()
  })
}
