import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'
import { sealSecret } from '../../integrations/integrations.ts'
import type { Effect } from '../../outbox/effects.ts'
import { createDriver, isDriver } from './drivers.ts'
import { isEnded, type LineSignal } from './line-state.rules.ts'
import { accessOf, readLine, signalLineById, sealContext, type LineRow } from './lines.ts'
import { DriverRefusal, type PairingRequest } from '../messaging/messaging-driver.ts'
import { newLineSecret } from './line-secrets.ts'

/**
 * Carries out an action that the rules asked for. A provider's refusal is not thrown, because endless retries are what
 * makes lines hang. The rules receive the result, and give up after one renewal.
 */
export async function runLineAction(
  deps: Deps,
  { storeId, lane: lineId, payload: { act } }: Effect<'whatsapp-line'>,
): Promise<void> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) => readLine(tx, storeId))
  // Another connection has replaced it.
  if (row?.id !== lineId) return
  if (act === 'log-out') return logOut(deps, row)
  if (isEnded(row.state as never)) return
  await signalLineById(deps, storeId, lineId, [
    act === 'step-over' ? { type: 'step-over' } : await outcomeOf(deps, row, act),
  ])
}

/** Best effort: the line may be closed because its provider fails. */
async function logOut(deps: Deps, row: LineRow): Promise<void> {
  const access = accessOf(row, deps.env)
  if (!access || !isDriver(row.driver)) return
  try {
    await createDriver(row.driver, deps.env).logOut(access)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ storeId: row.store_id, reason: error.reason }, 'a WhatsApp line could not be logged out')
  }
}

async function outcomeOf(deps: Deps, row: LineRow, act: 'renew' | 'restart'): Promise<LineSignal> {
  try {
    return await (act === 'renew' ? renew(deps, row) : restart(deps, row))
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ storeId: row.store_id, reason: error.reason, act }, 'a WhatsApp line could not continue')
    return error.reason === 'unauthorized' ? { type: 'unauthorized' } : { type: 'stuck' }
  }
}

async function renew(deps: Deps, row: LineRow): Promise<LineSignal> {
  const access = accessOf(row, deps.env)
  if (!access || !isDriver(row.driver)) return { type: 'stuck' }
  const { step, state } = await createDriver(row.driver, deps.env).renewPairing(access, numberFor(row))
  return state === 'pairing' ? { type: 'step', ...step } : { type: 'provider', state }
}

async function restart(deps: Deps, row: LineRow): Promise<LineSignal> {
  const access = accessOf(row, deps.env)
  if (!isDriver(row.driver)) return { type: 'stuck' }
  const driver = createDriver(row.driver, deps.env)
  if (row.driver === 'cloud') {
    if (!access) return { type: 'stuck' }
    return { type: 'provider', state: (await driver.readLine(access)).state ?? 'syncing' }
  }
  if (access) await driver.remove(access)
  const secret = newLineSecret()
  const started = await driver.startPairing(pairingRequest(deps, row, secret.text))
  await withStoreScope(deps.cells, [row.store_id], (tx) =>
    tx
      .updateTable('whatsapp_lines')
      .set(sealedColumns(deps, row.store_id, started.access.token))
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .execute(),
  )
  await deps.directory
    .updateTable('whatsapp_routes')
    .set({ secret_hash: secret.hash })
    .where('store_id', '=', row.store_id)
    .where('line_key', '=', row.line_key)
    .execute()
  return { type: 'step', ...started.step }
}

export function pairingRequest(
  deps: Deps,
  line: Pick<LineRow, 'method' | 'number' | 'line_key'>,
  secret: string,
): PairingRequest {
  return {
    method: line.method as PairingRequest['method'],
    number: line.number,
    lineKey: line.line_key,
    signUp: null,
    webhook: { url: `${publicOrigin(deps.env)}/webhooks/evolution`, secret },
  }
}

export function sealedColumns(deps: Deps, storeId: string, token: string) {
  const { sealed, sealKey } = sealSecret({ token }, sealContext(storeId), deps.env)
  return { sealed, seal_key: sealKey }
}

/** Given a number, the provider returns a code to type as well as the QR. */
const numberFor = (row: LineRow): string | null => (row.method === 'code' ? row.number : null)
