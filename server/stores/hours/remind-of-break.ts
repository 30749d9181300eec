import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { tell } from '../../notifications/notifications.ts'
import { breakEndNoticeMinutes } from '../../../contract/stores/hours.ts'

/** The store sells again in a few minutes. Does nothing if a person ended the break, or it lasts longer by now. */
export async function remindOfBreak(deps: Deps, storeId: string, breakId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('breaks')
      .select('ends_at')
      .where('store_id', '=', storeId)
      .where('id', '=', breakId)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', now)
      .executeTakeFirst()
    if (!row) return
    const news = {
      event: 'break-ends',
      orderId: breakId,
      displayId: '',
      minutes: breakEndNoticeMinutes,
    } as const
    await tell(tx, storeId, news, now)
  })
}
