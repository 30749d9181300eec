import { sql } from 'kysely'
import type {
  enterStore as enterRoute,
  leaveStore as leaveRoute,
} from '../../../contract/identity/support.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { asUser, withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'
import { requireSupport } from './require-support.ts'

/** Then support has to say again why it is there. */
const entryMs = 60 * 60_000

/** One store at a time for a session: of two entries at once one wins. support/already-inside, store/not-found */
export async function enterStore(call: Call<typeof enterRoute>): Promise<Reply<typeof enterRoute>> {
  const { deps, caller, body, now, requestId } = call
  requireSupport(caller)
  const { storeId, reason } = body
  const store = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst(),
  )
  if (!store) throw new AppError('store/not-found')
  const until = new Date(now.getTime() + entryMs)
  await asUser(deps.directory, caller.uid, async (tx) => {
    const { rows } = await sql`
      insert into support_entries as e (session_id, uid, store_id, reason, entered_at, until)
      values (${caller.sessionId}, ${caller.uid}, ${storeId}, ${reason}, ${now}, ${until})
      on conflict on constraint support_entries_pkey do update
        set store_id = excluded.store_id, reason = excluded.reason, entered_at = excluded.entered_at,
          until = excluded.until
        where e.until <= excluded.entered_at
      returning e.store_id`.execute(tx)
    if (rows.length === 0) throw new AppError('support/already-inside')
    await audit(tx, {
      actorUid: caller.uid,
      action: 'support/entered',
      storeId,
      details: { reason, until: until.toISOString() },
      requestId,
      at: now,
    })
  })
  return { storeId, storeName: store.name, until: until.toISOString() }
}

/** Nothing happens when the session is in no store, so that the button may be pressed twice. */
export async function leaveStore(call: Call<typeof leaveRoute>): Promise<Reply<typeof leaveRoute>> {
  const { deps, caller, now, requestId } = call
  requireSupport(caller)
  const left = await asUser(deps.directory, caller.uid, async (tx) => {
    const gone = await tx
      .deleteFrom('support_entries')
      .where('session_id', '=', caller.sessionId)
      .where('uid', '=', caller.uid)
      .returning('store_id')
      .executeTakeFirst()
    if (!gone) return false
    await audit(tx, {
      actorUid: caller.uid,
      action: 'support/left',
      storeId: gone.store_id,
      requestId,
      at: now,
    })
    return true
  })
  return { left }
}
