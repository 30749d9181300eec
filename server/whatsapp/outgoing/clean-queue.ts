import { sql } from 'kysely'
import type { cleanMessageQueue as cleanRoute } from '../../../contract/whatsapp/whatsapp.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { audit } from '../../identity/identity.ts'
import { lockLine } from '../line/lines.ts'

/** Cancels every queued message in one statement. Messages that are being sent are left alone and counted as sent. */
export async function cleanMessageQueue(call: Call<typeof cleanRoute>): Promise<Reply<typeof cleanRoute>> {
  const { deps, caller, storeId, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    // Of two concurrent calls, the second finds an empty queue.
    await lockLine(tx, storeId)
    const { rows } = await sql<{ kind: string; count: number }>`
      with gone as (
        update outgoing_messages set state = 'cancelled', cause = 'cleaned', ended_at = ${now}
        where store_id = ${storeId} and state = 'queued' returning kind)
      select kind, count(*)::int as count from gone group by kind order by kind`.execute(tx)
    const cancelled = rows.reduce((sum, { count }) => sum + count, 0)
    const sending = await tx
      .selectFrom('outgoing_messages')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('store_id', '=', storeId)
      .where('state', '=', 'sending')
      .executeTakeFirstOrThrow()
    const alreadySent = Number(sending.count)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/queue-cleaned',
      storeId,
      details: { cancelled, alreadySent },
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return { cancelled, alreadySent }
  })
}
