import type { Selectable, Transaction } from 'kysely'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import type { LineView, WhatsappDriver } from '../../../contract/whatsapp/whatsapp.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { openSecret } from '../../integrations/integrations.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { nextLine, type Line, type LineAction, type LineSignal } from './line-state.rules.ts'
import type { LineAccess } from '../messaging/messaging-driver.ts'
import { scheduleAllSends } from '../messaging/schedule-sends.ts'

export type LineRow = Selectable<Cell['whatsapp_lines']>

/** The store's line, locked, so that a concurrent change sees the result of this one. */
export const lockLine = (tx: Transaction<Cell>, storeId: string): Promise<LineRow | undefined> =>
  tx.selectFrom('whatsapp_lines').selectAll().where('store_id', '=', storeId).forUpdate().executeTakeFirst()

export const readLine = (tx: Transaction<Cell>, storeId: string): Promise<LineRow | undefined> =>
  tx.selectFrom('whatsapp_lines').selectAll().where('store_id', '=', storeId).executeTakeFirst()

const lineOf = (row: LineRow): Line => ({
  state: row.state as LineStateName,
  since: row.state_since,
  cause: row.cause as LineCause | null,
  tries: row.tries,
  qr: row.qr,
  code: row.code,
  stepEndsAt: row.step_ends_at,
  renewed: row.renewed,
})

export const columnsOf = (line: Line) => ({
  state: line.state,
  state_since: line.since,
  cause: line.cause,
  tries: line.tries,
  qr: line.qr,
  code: line.code,
  step_ends_at: line.stepEndsAt,
  renewed: line.renewed,
})

export const viewOf = (row: LineRow): LineView => ({
  connectionId: row.id,
  driver: row.driver as WhatsappDriver,
  method: row.method as LineView['method'],
  number: row.number,
  state: row.state as LineStateName,
  since: row.state_since.toISOString(),
  cause: row.cause as LineCause | null,
  tries: row.tries,
  qr: row.qr,
  code: row.code,
  stepEndsAt: row.step_ends_at?.toISOString() ?? null,
  openedAt: row.opened_at?.toISOString() ?? null,
  lastInAt: row.last_in_at?.toISOString() ?? null,
  lastOutAt: row.last_out_at?.toISOString() ?? null,
  quality: row.quality as LineView['quality'],
  tier: row.tier,
})

/** Binds a sealed secret to its store, so that a row copied to another store cannot be unsealed. */
export const sealContext = (storeId: string): string => `${storeId} whatsapp`

/** Null: the connection was removed for good, or was never completed. */
export function accessOf(row: LineRow, env: Deps['env']): LineAccess | null {
  if (row.sealed === null) return null
  const { token } = openSecret(row, sealContext(row.store_id), env) as { token: string }
  return { lineKey: row.line_key, token }
}

/** Applies signals to a locked line, enqueues the actions that follow, and publishes the change. */
export async function signalLine(
  tx: Transaction<Cell>,
  row: LineRow,
  signals: readonly LineSignal[],
  now: Date,
): Promise<Line> {
  const before = lineOf(row)
  let line = before
  const acts: LineAction[] = []
  for (const one of signals) {
    const change = nextLine(line, one, now)
    line = change.line
    acts.push(...change.acts)
  }
  if (line === before) return line
  const opens = line.state === 'open' && before.state !== 'open' && before.state !== 'degraded'
  await tx
    .updateTable('whatsapp_lines')
    .set({ ...columnsOf(line), ...(opens ? { opened_at: now } : {}) })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute()
  await enqueueActions(tx, row, { line, acts }, now)
  publishStoreEvent(tx, row.store_id, 'whatsapp', now)
  return line
}

/** The same in a transaction of its own. Does nothing if the line has been replaced. */
export async function signalLineById(
  deps: Deps,
  storeId: string,
  lineId: string,
  signals: readonly LineSignal[],
): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockLine(tx, storeId)
    if (row?.id === lineId) await signalLine(tx, row, signals, deps.now())
  })
}

async function enqueueActions(
  tx: Transaction<Cell>,
  row: LineRow,
  { line, acts }: { readonly line: Line; readonly acts: readonly LineAction[] },
  now: Date,
): Promise<void> {
  const place = { storeId: row.store_id, lane: row.id }
  for (const act of new Set(acts)) {
    if (act === 'send-waiting') await scheduleAllSends(tx, row.store_id, now)
    else if (act !== 'notify-person') await enqueue(tx, 'whatsapp-line', { act }, { ...place, dueAt: now })
  }
  if (line.stepEndsAt && line.stepEndsAt.getTime() !== row.step_ends_at?.getTime())
    await enqueue(tx, 'whatsapp-line', { act: 'step-over' }, { ...place, dueAt: line.stepEndsAt })
}
