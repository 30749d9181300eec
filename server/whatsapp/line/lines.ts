import type { Selectable, Transaction } from 'kysely'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import type { LineView, WhatsappDriver } from '../../../contract/whatsapp/whatsapp.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { openSecret } from '../../integrations/integrations.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { nextLine, type Line, type LineAct, type LineNews } from './line-state.rules.ts'
import type { LineAccess } from '../messaging/messaging-driver.ts'
import { sendWaiting } from '../messaging/wake-senders.ts'

export type LineRow = Selectable<Cell['whatsapp_lines']>

/** The store's line, locked: of two who move it the second sees what the first did. */
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

/** Whose secret it is, so that a row copied to another store does not open. */
export const whoseLine = (storeId: string): string => `${storeId} whatsapp`

/** Null: the connection was closed for good, or never got there. */
export function accessOf(row: LineRow, env: Deps['env']): LineAccess | null {
  if (row.sealed === null) return null
  const { token } = openSecret(row, whoseLine(row.store_id), env) as { token: string }
  return { lineKey: row.line_key, token }
}

/** Tells a locked line some news, and has the worker do what follows from them. Publishes what changed. */
export async function tellLine(
  tx: Transaction<Cell>,
  row: LineRow,
  news: readonly LineNews[],
  now: Date,
): Promise<Line> {
  const before = lineOf(row)
  let line = before
  const acts: LineAct[] = []
  for (const one of news) {
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
  await follow(tx, row, { line, acts }, now)
  publishStoreEvent(tx, row.store_id, 'whatsapp', now)
  return line
}

/** The same in a transaction of its own; nothing happens to a line that was replaced meanwhile. */
export async function tellLineApart(
  deps: Deps,
  storeId: string,
  lineId: string,
  news: readonly LineNews[],
): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockLine(tx, storeId)
    if (row?.id === lineId) await tellLine(tx, row, news, deps.now())
  })
}

async function follow(
  tx: Transaction<Cell>,
  row: LineRow,
  { line, acts }: { readonly line: Line; readonly acts: readonly LineAct[] },
  now: Date,
): Promise<void> {
  const place = { storeId: row.store_id, lane: row.id }
  for (const act of new Set(acts)) {
    if (act === 'send-waiting') await sendWaiting(tx, row.store_id, now)
    else if (act !== 'tell-person') await enqueue(tx, 'whatsapp-line', { act }, { ...place, dueAt: now })
  }
  if (line.stepEndsAt && line.stepEndsAt.getTime() !== row.step_ends_at?.getTime())
    await enqueue(tx, 'whatsapp-line', { act: 'step-over' }, { ...place, dueAt: line.stepEndsAt })
}
