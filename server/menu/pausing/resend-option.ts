import { sql } from 'kysely'
import type { resendMenuOption as resendMenuOptionRoute } from '../../../contract/menu/edit-menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { optionChannelsOf, wishOptions } from '../../stores/stores.ts'
import { menuChanged } from '../changed/menu-changed.ts'

/** Wishes once more what a marketplace refused of an option, or what somebody changed there. */
export async function resendMenuOption(
  call: Call<typeof resendMenuOptionRoute>,
): Promise<Reply<typeof resendMenuOptionRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  const { optionId } = params
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from menu_options where store_id = ${storeId} and id = ${optionId} for update`.execute(tx)
    const [option] = rows
    if (!option) throw new AppError('menu/option-not-found')
    const about = body?.about ?? 'both'
    const isNew = await wishOptions(tx, storeId, { now, again: { optionId, about } })
    if (!isNew) throw new AppError('menu/nothing-to-resend')
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/option-resent',
      storeId,
      subject: option.name,
      details: { optionId, about: body?.about ?? null },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    const channels = await optionChannelsOf(tx, storeId, now)
    return { channels: [...(channels.get(optionId) ?? [])] }
  })
}
