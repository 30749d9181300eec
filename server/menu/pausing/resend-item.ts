import type { resendMenuItem as resendMenuItemRoute } from '../../../contract/menu/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { wishItems } from '../../stores/stores.ts'
import { itemOf } from '../reads/menu.reads.ts'
import { lockItems } from './pause-item.ts'

/** Wishes once more what a marketplace refused, or what somebody changed there. */
export async function resendMenuItem(
  call: Call<typeof resendMenuItemRoute>,
): Promise<Reply<typeof resendMenuItemRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  const { itemId } = params
  const sent = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const names = await lockItems(tx, storeId, [itemId])
    const before = await itemOf(tx, storeId, itemId, now)
    if (!before) throw new AppError('menu/item-not-found')
    const isNew = await wishItems(tx, storeId, [itemId], { now, again: body?.about ?? 'both' })
    if (!isNew) throw new AppError('menu/nothing-to-resend', { current: before })
    await menuChanged(tx, storeId, now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-resent',
      storeId,
      subject: names.get(itemId) ?? itemId,
      details: { itemId, about: body?.about ?? null },
      requestId,
      at: now,
    })
    return (await itemOf(tx, storeId, itemId, now)) ?? before
  })
  return sent
}
