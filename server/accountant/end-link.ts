import type { endAccountantLink as endAccountantLinkRoute } from '../../contract/accountant/accountant.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'

/** Of two at once one ends it; the other finds nothing. */
export async function endAccountantLink(
  call: Call<typeof endAccountantLinkRoute>,
): Promise<Reply<typeof endAccountantLinkRoute>> {
  const { deps, caller, stores, params, now, requestId } = call
  const storeIds = stores.map(({ storeId }) => storeId)
  return withDirectoryScope(deps.directory, storeIds, async (tx) => {
    const ended = await tx
      .updateTable('accountant_links')
      .set({ revoked_at: now, revoked_by: caller.uid })
      .where('store_id', 'in', storeIds)
      .where('id', '=', params.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['store_id as storeId', 'name'])
      .execute()
    if (ended.length === 0) throw new AppError('accountant/link-not-found')
    for (const { storeId, name } of ended)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'access/accountant-link-ended',
        storeId,
        subject: name,
        details: { link: params.id },
        requestId,
        at: now,
      })
    return { ended: ended.length }
  })
}
