import { sql } from 'kysely'
import type { GroupMenu, saveGroupMenu as saveGroupMenuRoute } from '../../../contract/groups/group-menu.ts'
import type { Call } from '../../calls/call.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { asReader } from '../groups.reads.ts'
import { managedGroup } from '../managed-group.ts'
import { groupMenuOf } from './read-group-menu.ts'

/** For who may change the group, with a store of it that the person manages. Version 0: nobody set one before. */
export async function saveGroupMenu(call: Call<typeof saveGroupMenuRoute>): Promise<GroupMenu> {
  const { deps, caller, params, body, now, requestId } = call
  const { group, managed } = await managedGroup(deps, caller, params.slug)
  if (!group.canChange) throw new AppError('permission/denied')
  const { storeId, keeps, version } = body
  if (storeId !== null && !managed.includes(storeId)) throw new AppError('store/not-found')
  const columns = {
    store_id: storeId,
    keeps: JSON.stringify(keeps),
    saved_by: caller.uid,
    saved_by_name: caller.name,
    saved_at: now,
  }
  const saved = await asReader(deps, caller, async (tx) => {
    const row =
      version === 0
        ? await tx
            .insertInto('group_menus')
            .values({ group_id: group.id, ...columns })
            .onConflict((conflict) => conflict.constraint('group_menus_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('group_menus')
            .set({ ...columns, version: sql<number>`version + 1` })
            .where('group_id', '=', group.id)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst()
    // Each of them reads it in its own history.
    if (row)
      for (const id of managed)
        await audit(tx, {
          actorUid: caller.uid,
          action: 'group/menu-saved',
          storeId: id,
          subject: group.name,
          requestId,
          at: now,
        })
    return row !== undefined
  })
  const current = await groupMenuOf({ deps, caller }, params.slug)
  if (!saved) throw new AppError('group/stale-menu', { current })
  return current
}
