import { roleLevel } from '../../contract/shared/access.ts'
import { withDirectoryScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { keepAttribution } from '../identity/identity.ts'
import type { EffectInput } from '../outbox/effects.ts'
import { beginFollowing, startReferral } from '../referral/referral.ts'
import { followSlug, slugOfStore } from '../stores/stores.ts'

export type Opening = EffectInput<'store-opened'>

/**
 * Opens a store that was just created: its address, its first owner, where that person came from. Runs once, whether
 * the call or, should the process die before, the outbox comes first: the address is the mark.
 */
export async function openStore(deps: Deps, storeId: string, opening: Opening): Promise<void> {
  const { uid, label, hadStores, attribution } = opening
  const now = deps.now()
  const row = await slugOfStore(deps.cells, storeId)
  await withDirectoryScope(
    deps.directory,
    [storeId],
    async (tx) => {
      if (!(await followSlug(tx, row, now))) return
      await tx
        .insertInto('access_entries')
        .values({ store_id: storeId, uid, role: roleLevel.owner })
        .execute()
      await keepAttribution(tx, { uid, storeId }, attribution ?? undefined, now)
      await startReferral(tx, { storeId, uid, label, hadStores }, now)
    },
    { uid },
  )
  await beginFollowing(deps, storeId)
}
