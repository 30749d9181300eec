import { v7 as uuidv7 } from 'uuid'
import type { setupPhoneConnection as setupRoute } from '../../../contract/whatsapp/whatsapp.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { createDriver, isDriver, isReady } from './drivers.ts'
import { pairingRequest, sealedColumns } from './line-actions.ts'
import { isEnded, newLine } from './line-state.rules.ts'
import { newLineSecret } from './line-secrets.ts'
import { accessOf, columnsOf, lockLine, readLine, signalLine, type LineRow } from './lines.ts'
import { followRoutes, reserveRoute, restoreRoute, type Route } from './routes.ts'
import { DriverRefusal, type LineAccess } from '../messaging/messaging-driver.ts'
import { submitTemplates } from './templates.ts'

type SetupCall = Call<typeof setupRoute>

/** Connects the store. Of two concurrent calls the first connects and the second gets 409. */
export async function setupPhoneConnection(call: SetupCall): Promise<Reply<typeof setupRoute>> {
  const { deps, storeId, body, now } = call
  if (!isReady(body.driver, deps.env)) throw new AppError('whatsapp/not-offered')
  const driver = createDriver(body.driver, deps.env)
  const secret = newLineSecret()
  const { id, lineKey, former, route, routeBefore } = await begin(call, secret.hash)
  if (former?.access && former.access.lineKey !== lineKey) await forget(deps, former.row, former.access)
  try {
    const number = body.number.slice(1)
    const meta = body.meta ?? null
    const started = await driver.startPairing({
      ...pairingRequest(deps, { method: body.method, number, line_key: lineKey }, secret.text),
      signUp: meta && {
        phoneId: meta.phoneId,
        accountId: meta.accountId,
        code: meta.code ?? null,
        token: meta.token ?? null,
      },
    })
    const state = await withStoreScope(deps.cells, [storeId], async (tx) => {
      const row = await lockLine(tx, storeId)
      // It was disconnected while the provider was creating it.
      if (row?.id !== id) throw new AppError('whatsapp/not-connected')
      await tx
        .updateTable('whatsapp_lines')
        .set(sealedColumns(deps, storeId, started.access.token))
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
      const signal =
        started.state === 'pairing'
          ? ({ type: 'step', ...started.step } as const)
          : ({ type: 'provider', state: started.state } as const)
      return (await signalLine(tx, row, [signal], now)).state
    })
    if (meta)
      await submitTemplates(deps, storeId, { driver, access: started.access, accountId: meta.accountId })
    await followRoutes(deps, storeId)
    return { connectionId: id, state }
  } catch (error) {
    await undo(deps, { storeId, id, former })
    await restoreRoute(deps, route, routeBefore)
    throw error instanceof DriverRefusal ? asAppError(deps, storeId, error) : error
  }
}

/** The connection that this one replaces. */
interface Former {
  readonly row: LineRow
  readonly access: LineAccess | null
}

interface Begun {
  readonly id: string
  readonly lineKey: string
  readonly former: Former | null
  readonly route: Route
  readonly routeBefore: Route | null
}

/**
 * The route is reserved first; the store's row decides who connects, and the others' routes are given back. A reservation
 * whose process died is swept by the effect that was written before it.
 */
async function begin(call: SetupCall, secretHash: string): Promise<Begun> {
  const { deps, storeId, body, now } = call
  const id = uuidv7()
  const lineKey = body.meta?.phoneId ?? `balcao-${id}`
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    rejectConnected(await readLine(tx, storeId))
    const dueAt = new Date(now.getTime() + 5 * minuteMs)
    await enqueue(tx, 'whatsapp-routes', {}, { storeId, lane: storeId, dueAt })
  })
  const route = {
    driver: body.driver,
    line_key: lineKey,
    store_id: storeId,
    secret_hash: body.driver === 'evolution' ? secretHash : null,
    account_id: body.meta?.accountId ?? null,
  }
  const routeBefore = await reserveRoute(deps, route)
  try {
    const former = await replaceLine(call, id, lineKey)
    // Should the sweep of an earlier attempt have come in between.
    await reserveRoute(deps, route)
    return { id, lineKey, former, route, routeBefore }
  } catch (error) {
    await restoreRoute(deps, route, routeBefore)
    throw error
  }
}

function rejectConnected(line: LineRow | undefined): void {
  if (line && !isEnded(line.state as never)) throw new AppError('whatsapp/already-connected')
}

const replaceLine = (
  { deps, caller, storeId, body, now, requestId }: SetupCall,
  id: string,
  lineKey: string,
): Promise<Former | null> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    // One at a time per store, even if it has no line to lock.
    const store = await tx
      .selectFrom('stores')
      .select('id')
      .where('id', '=', storeId)
      .forUpdate()
      .executeTakeFirst()
    if (!store) throw new AppError('store/not-found')
    const row = await lockLine(tx, storeId)
    rejectConnected(row)
    const values = newRow({ id, lineKey, openedAt: openedBefore(row), body, caller, now })
    await tx
      .insertInto('whatsapp_lines')
      .values({ store_id: storeId, ...values })
      .onConflict((conflict) => conflict.constraint('whatsapp_lines_pkey').doUpdateSet(values))
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/connection-started',
      storeId,
      subject: id,
      details: { driver: body.driver, phone: `+${values.number}` },
      requestId,
      at: now,
    })
    return row ? { row, access: accessOf(row, deps.env) } : null
  })

/** Kept if the former line failed, so that the store still counts as down; not if a person ended it. */
const openedBefore = (row: LineRow | undefined): Date | null =>
  row === undefined || row.cause === 'disconnected' || row.cause === 'removed' ? null : row.opened_at

const newRow = ({
  id,
  lineKey,
  openedAt,
  body,
  caller,
  now,
}: { readonly id: string; readonly lineKey: string; readonly openedAt: Date | null } & Pick<
  SetupCall,
  'body' | 'caller' | 'now'
>) => ({
  ...columnsOf(newLine(now)),
  id,
  driver: body.driver,
  method: body.method,
  number: body.number.slice(1),
  line_key: lineKey,
  sealed: null,
  seal_key: null,
  opened_at: openedAt,
  last_in_at: null,
  last_out_at: null,
  read_at: null,
  quality: null,
  tier: null,
  risk_accepted_by: body.acceptRisk === true ? caller.uid : null,
  connected_by: caller.name,
  created_at: now,
})

/** Removes the former connection's instance at the provider; nothing else would. */
async function forget(deps: Deps, { driver }: LineRow, access: LineAccess): Promise<void> {
  if (!isDriver(driver)) return
  try {
    await createDriver(driver, deps.env).remove(access)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ reason: error.reason }, 'a former WhatsApp line could not be removed at its provider')
  }
}

/** Restores the store as it was before the attempt; only the audit entry remains. */
async function undo(
  deps: Deps,
  { storeId, id, former }: { readonly storeId: string; readonly id: string; readonly former: Former | null },
): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const gone = await tx
      .deleteFrom('whatsapp_lines')
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone || !former) return
    await tx
      .insertInto('whatsapp_lines')
      .values({ ...former.row, sealed: former.row.sealed && JSON.stringify(former.row.sealed) })
      .execute()
  })
}

function asAppError(deps: Deps, storeId: string, error: DriverRefusal): AppError {
  deps.log.warn({ storeId, reason: error.reason, detail: error.detail }, 'WhatsApp refused the connection')
  return new AppError(
    ['not-reached', 'unreachable', 'throttled', 'stuck'].includes(error.reason)
      ? 'whatsapp/unavailable'
      : 'whatsapp/refused',
  )
}
