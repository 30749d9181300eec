import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'
import { sealSecret } from '../../integrations/integrations.ts'
import type { Effect } from '../../outbox/effects.ts'
import { driverOf, isDriver } from './drivers.ts'
import { isResting, type LineNews } from './line-state.rules.ts'
import { accessOf, readLine, tellLineApart, whoseLine, type LineRow } from './lines.ts'
import { DriverRefusal, type PairingRequest } from '../messaging/messaging-driver.ts'
import { newLineSecret } from './line-secrets.ts'

/**
 * Carries out what the rules asked. Never throws for a provider's refusal: endless tries are what makes lines
 * hang. The rules get the result, and end after one renewal.
 */
export async function doLineAct(
  deps: Deps,
  { storeId, lane: lineId, payload: { act } }: Effect<'whatsapp-line'>,
): Promise<void> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) => readLine(tx, storeId))
  // Another connection took its place.
  if (row?.id !== lineId) return
  if (act === 'log-out') return logOut(deps, row)
  if (isResting(row.state as never)) return
  await tellLineApart(deps, storeId, lineId, [
    act === 'step-over' ? { type: 'step-over' } : await newsOf(deps, row, act),
  ])
}

/** Best effort: the provider may be the reason why the line is closed. */
async function logOut(deps: Deps, row: LineRow): Promise<void> {
  const access = accessOf(row, deps.env)
  if (!access || !isDriver(row.driver)) return
  try {
    await driverOf(row.driver, deps.env).logOut(access)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ storeId: row.store_id, reason: error.reason }, 'a WhatsApp line could not be logged out')
  }
}

async function newsOf(deps: Deps, row: LineRow, act: 'renew' | 'restart'): Promise<LineNews> {
  try {
    return await (act === 'renew' ? renew(deps, row) : restart(deps, row))
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn({ storeId: row.store_id, reason: error.reason, act }, 'a WhatsApp line could not go on')
    return error.reason === 'unauthorized' ? { type: 'unauthorized' } : { type: 'stuck' }
  }
}

async function renew(deps: Deps, row: LineRow): Promise<LineNews> {
  const access = accessOf(row, deps.env)
  if (!access || !isDriver(row.driver)) return { type: 'stuck' }
  const { step, state } = await driverOf(row.driver, deps.env).renewPairing(access, numberFor(row))
  return state === 'pairing' ? { type: 'step', ...step } : { type: 'provider', state }
}

async function restart(deps: Deps, row: LineRow): Promise<LineNews> {
  const access = accessOf(row, deps.env)
  if (!isDriver(row.driver)) return { type: 'stuck' }
  const driver = driverOf(row.driver, deps.env)
  if (row.driver === 'cloud') {
    if (!access) return { type: 'stuck' }
    return { type: 'provider', state: (await driver.readLine(access)).state }
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
  const { sealed, sealKey } = sealSecret({ token }, whoseLine(storeId), deps.env)
  return { sealed, seal_key: sealKey }
}

/** A number makes the provider give a code to type beside the QR. */
const numberFor = (row: LineRow): string | null => (row.method === 'code' ? row.number : null)
