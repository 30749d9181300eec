import type { readNoticePhone as readRoute } from '../../../contract/notifications/choices.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { readEachCell } from '../../db/many-stores.ts'
import { asUser } from '../../db/scope.ts'
import { linesFor } from './staff-notice.ts'

/** The person's confirmed phone, and what the lines of their stores can do for it. */
export async function readNoticePhone(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller, now } = call
  const { number, storeIds } = await asUser(deps.directory, caller.uid, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['phone_number', 'phone_verified_at'])
      .where('uid', '=', caller.uid)
      .executeTakeFirst()
    const rows = await tx
      .selectFrom('access_entries')
      .select('store_id')
      .where('uid', '=', caller.uid)
      .execute()
    return {
      number: user?.phone_verified_at ? user.phone_number : null,
      storeIds: rows.map((row) => row.store_id),
    }
  })
  if (storeIds.length === 0) return { number, lines: [] }
  const lines = await readEachCell(deps.cells, storeIds, (tx, ids) => linesFor(tx, ids, number, now))
  return { number, lines: lines.flat() }
}
