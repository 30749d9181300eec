import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../../../db/scope.ts'
import type { ItemThere } from '../../../marketplaces/merchant.ts'
import { enqueueItemLook } from '../enqueue-item-look.ts'
import { placeKey, type ItemsOfMerchant } from '../own-items.reads.ts'
import { optionMatches } from './match-options.rules.ts'
import { askedOptionsOf, ownOptionsOf } from './own-options.reads.ts'
import { forgetOptionWishes, wishOptions } from './wish-options.ts'

/** Keeps which option of the catalogue is which of ours. What is new is looked at within a second. */
export async function matchOptions(
  { deps, storeId, platform, merchantId }: ItemsOfMerchant,
  there: readonly ItemThere[],
): Promise<void> {
  // A marketplace that says no options, or an answer without any, ends no match.
  if (there.every(({ options = [] }) => options.length === 0)) return
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const rows = (await ownOptionsOf(tx, storeId)).filter(
      (row) => placeKey(row) === placeKey({ platform, merchantId }),
    )
    const { matched, dropped } = optionMatches(
      rows,
      await askedOptionsOf(tx, storeId, { platform, merchantId }),
      there,
    )
    if (dropped.length > 0) {
      await tx
        .deleteFrom('menu_option_channels')
        .where('store_id', '=', storeId)
        .where('id', 'in', dropped)
        .execute()
      await forgetOptionWishes(tx, storeId)
    }
    const [first] = matched
    if (!first) return
    await tx
      .insertInto('menu_option_channels')
      .values(
        matched.map(({ id, optionId, partnerOptionId, priceCents }) => ({
          store_id: storeId,
          id: id ?? uuidv7(),
          option_id: optionId,
          platform,
          merchant_id: merchantId,
          partner_option_id: partnerOptionId,
          price_cents: priceCents,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .constraint('menu_option_channels_partner_key')
          .doUpdateSet((set) => ({ option_id: set.ref('excluded.option_id') }))
          .where('menu_option_channels.option_id', 'is', null),
      )
      .execute()
    await wishOptions(tx, storeId, { now })
    await enqueueItemLook(tx, { storeId, lane: first.optionId, at: now })
  })
}
