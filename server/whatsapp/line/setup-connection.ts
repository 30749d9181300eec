import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { setupPhoneConnection as setupRoute } from '../../../contract/whatsapp/whatsapp.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryAndStores, withStoreScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { driverOf, isDriver, isReady } from './drivers.ts'
import { pairingRequest, sealedColumns } from './line-acts.ts'
import { isResting, newLine } from './line-state.rules.ts'
import { newLineSecret } from './line-secrets.ts'
import { accessOf, columnsOf, lockLine, tellLine, type LineRow } from './lines.ts'
import { DriverRefusal, type LineAccess } from '../messaging/messaging-driver.ts'
import { askForTemplates } from './templates.ts'

type SetupCall = Call<typeof setupRoute>

/** Of two at once the first connects; the second gets 409. */
export async function setupPhoneConnection(call: SetupCall): Promise<Reply<typeof setupRoute>> {
  const { deps, storeId, body, now } = call
  if (!isReady(body.driver, deps.env)) throw new AppError('whatsapp/not-offered')
  const driver = driverOf(body.driver, deps.env)
  const secret = newLineSecret()
  const { id, lineKey, former } = await begin(call, secret.hash)
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
      // Somebody disconnected it while it was made.
      if (row?.id !== id) throw new AppError('whatsapp/not-connected')
      await tx
        .updateTable('whatsapp_lines')
        .set(sealedColumns(deps, storeId, started.access.token))
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
      const news =
        started.state === 'pairing'
          ? ({ type: 'step', ...started.step } as const)
          : ({ type: 'provider', state: started.state } as const)
      return (await tellLine(tx, row, [news], now)).state
    })
    if (meta)
      await askForTemplates(deps, storeId, { driver, access: started.access, accountId: meta.accountId })
    return { connectionId: id, state }
  } catch (error) {
    await undo(deps, { storeId, id, former })
    throw error instanceof DriverRefusal ? asAppError(deps, storeId, error) : error
  }
}

/** The connection that this one takes the place of. */
interface Former {
  readonly row: LineRow
  readonly routes: readonly Selectable<Directory['whatsapp_routes']>[]
  readonly access: LineAccess | null
}

async function begin(
  { deps, caller, storeId, body, now, requestId }: SetupCall,
  secretHash: string,
): Promise<{ id: string; lineKey: string; former: Former | null }> {
  const id = uuidv7()
  const lineKey = body.meta?.phoneId ?? `balcao-${id}`
  const former = await withDirectoryAndStores(deps, [storeId], async (tx) => {
    // One at a time for a store, also while it has no line to lock.
    const store = await tx
      .selectFrom('stores')
      .select('id')
      .where('id', '=', storeId)
      .forUpdate()
      .executeTakeFirst()
    if (!store) throw new AppError('store/not-found')
    const row = await lockLine(tx, storeId)
    if (row && !isResting(row.state as never)) throw new AppError('whatsapp/already-connected')
    const routes = await tx
      .deleteFrom('whatsapp_routes')
      .where('store_id', '=', storeId)
      .returningAll()
      .execute()
    const routed = await tx
      .insertInto('whatsapp_routes')
      .values({
        driver: body.driver,
        line_key: lineKey,
        store_id: storeId,
        secret_hash: body.driver === 'evolution' ? secretHash : null,
        account_id: body.meta?.accountId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('line_key')
      .executeTakeFirst()
    if (!routed) throw new AppError('whatsapp/number-taken')
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
    return row ? { row, routes, access: accessOf(row, deps.env) } : null
  })
  return { id, lineKey, former }
}

/** A store whose line fell and is not back is still without WhatsApp; one whose line a person ended is not. */
const openedBefore = (row: LineRow | undefined): Date | null =>
  row === undefined || row.cause === 'disconnected' || row.cause === 'removed' ? null : row.opened_at

const newRow = (
  its: { readonly id: string; readonly lineKey: string; readonly openedAt: Date | null } & Pick<
    SetupCall,
    'body' | 'caller' | 'now'
  >,
) => ({
  ...columnsOf(newLine(its.now)),
  id: its.id,
  driver: its.body.driver,
  method: its.body.method,
  number: its.body.number.slice(1),
  line_key: its.lineKey,
  sealed: null,
  seal_key: null,
  opened_at: its.openedAt,
  last_in_at: null,
  last_out_at: null,
  read_at: null,
  quality: null,
  tier: null,
  risk_accepted_by: its.body.acceptRisk === true ? its.caller.uid : null,
  connected_by: its.caller.name,
  created_at: its.now,
})

/** The instance of an earlier connection, which nobody would remove otherwise. */
async function forget(deps: Deps, { driver }: LineRow, access: LineAccess): Promise<void> {
  if (!isDriver(driver)) return
  try {
    await driverOf(driver, deps.env).remove(access)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ reason: error.reason }, 'a former WhatsApp line could not be removed at its provider')
  }
}

/** Nothing was connected: the store is as if nobody had begun, but for the audit. */
async function undo(
  deps: Deps,
  its: { readonly storeId: string; readonly id: string; readonly former: Former | null },
): Promise<void> {
  const { storeId, id, former } = its
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    const gone = await tx
      .deleteFrom('whatsapp_lines')
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .returning('line_key')
      .executeTakeFirst()
    if (!gone) return
    await tx
      .deleteFrom('whatsapp_routes')
      .where('store_id', '=', storeId)
      .where('line_key', '=', gone.line_key)
      .execute()
    if (!former) return
    await tx
      .insertInto('whatsapp_lines')
      .values({ ...former.row, sealed: former.row.sealed && JSON.stringify(former.row.sealed) })
      .execute()
    if (former.routes.length > 0)
      await tx
        .insertInto('whatsapp_routes')
        .values([...former.routes])
        // Another store connected this number meanwhile.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}

function asAppError(deps: Deps, storeId: string, error: DriverRefusal): AppError {
  deps.log.warn({ storeId, reason: error.reason, detail: error.detail }, 'WhatsApp took no connection')
  return new AppError(
    ['not-reached', 'unreachable', 'throttled', 'stuck'].includes(error.reason)
      ? 'whatsapp/unavailable'
      : 'whatsapp/refused',
  )
}
