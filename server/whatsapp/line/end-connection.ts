import type {
  closePhoneConnection as closeRoute,
  disconnectWhatsapp as disconnectRoute,
} from '../../../contract/whatsapp/whatsapp.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { createDriver, isDriver } from './drivers.ts'
import { isEnded } from './line-state.rules.ts'
import { accessOf, lockLine, readLine, signalLine } from './lines.ts'
import { followRoutes } from './routes.ts'
import { DriverRefusal } from '../messaging/messaging-driver.ts'

/** Disconnects the store at once. The worker logs the phone out afterwards. */
export async function disconnectWhatsapp(
  call: Call<typeof disconnectRoute>,
): Promise<Reply<typeof disconnectRoute>> {
  const { deps, caller, storeId, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockLine(tx, storeId)
    if (!row || isEnded(row.state as never)) throw new AppError('whatsapp/not-connected')
    const { state } = await signalLine(tx, row, [{ type: 'person-disconnects' }], now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/disconnected',
      storeId,
      subject: row.id,
      details: { phone: `+${row.number}` },
      requestId,
      at: now,
    })
    return { connectionId: row.id, state }
  })
}

/**
 * Removes the line at its provider and then here: once our secrets are deleted, nobody could remove it there. If the
 * provider does not respond, an unused line remains on its side.
 */
export async function closePhoneConnection(call: Call<typeof closeRoute>): Promise<Reply<typeof closeRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const known = await withStoreScope(deps.cells, [storeId], (tx) => readLine(tx, storeId))
  if (known?.id !== body.connectionId) throw new AppError('whatsapp/not-connected')
  const access = accessOf(known, deps.env)
  if (access && isDriver(known.driver)) {
    try {
      await createDriver(known.driver, deps.env).remove(access)
    } catch (error) {
      if (!(error instanceof DriverRefusal)) throw error
      deps.log.warn({ storeId, reason: error.reason }, 'a WhatsApp line was closed without its provider')
    }
  }
  const closed = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockLine(tx, storeId)
    if (row?.id !== body.connectionId || row.cause === 'removed') throw new AppError('whatsapp/not-connected')
    const { state } = await signalLine(tx, row, [{ type: 'person-removes' }], now)
    await tx
      .updateTable('whatsapp_lines')
      .set({ sealed: null, seal_key: null })
      .where('store_id', '=', storeId)
      .execute()
    await enqueue(tx, 'whatsapp-routes', {}, { storeId, lane: storeId, dueAt: now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/connection-closed',
      storeId,
      subject: row.id,
      details: { phone: `+${row.number}` },
      requestId,
      at: now,
    })
    return { connectionId: row.id, state }
  })
  await followRoutes(deps, storeId)
  return closed
}
