import { sql } from 'kysely'
import { livesIn } from '../../db/cells.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { isCanaryLate, sendCanary } from './canary.ts'
import { createDriver, isDriver } from './drivers.ts'
import { medianDeliveryMs } from './health.reads.ts'
import { canSend, isEnded, type LineSignal } from './line-state.rules.ts'
import { accessOf, lockLine, signalLine, type LineRow } from './lines.ts'
import { DriverRefusal, type LineReading } from '../messaging/messaging-driver.ts'
import { isNotHeld } from './lines-now.reads.ts'
import { scheduleAllSends } from '../messaging/schedule-sends.ts'

/** A line is slow if messages wait longer than this, or take longer than the next limit to be delivered. */
const slowQueueMs = 60_000
const slowDeliveryMs = 30_000
/** How often a working line is queried; webhooks report everything in between. */
const readEveryMs = 5 * 60_000
const rawKeptMs = 7 * 24 * 3_600_000

/** The stores that have or had a line. */
export async function storesWithLine(deps: Deps): Promise<readonly string[]> {
  const { within } = deps.cells
  const rows = await deps.directory
    .selectFrom('whatsapp_routes')
    .select('store_id')
    .distinct()
    .$if(within !== null, (stores) => stores.where(livesIn(within ?? '')))
    .execute()
  return rows.map((row) => row.store_id)
}

/**
 * The check of every minute for one store: schedules due messages, detects a slow line, and queries the provider for
 * the line's state. A query never reconnects the line.
 */
export async function watchLine(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  const row = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const line = await lockLine(tx, storeId)
    await tx
      .deleteFrom('whatsapp_deliveries')
      .where('store_id', '=', storeId)
      .where('received_at', '<', new Date(now.getTime() - rawKeptMs))
      .execute()
    await tx
      .deleteFrom('whatsapp_refusals')
      .where('store_id', '=', storeId)
      .where('last_at', '<', new Date(now.getTime() - rawKeptMs))
      .execute()
    if (!line || isEnded(line.state as never)) return null
    if (canSend(line.state as never)) {
      await sendCanary(tx, storeId, now)
      await scheduleAllSends(tx, storeId, now)
    }
    await signalLine(tx, line, [{ type: 'check', slow: await isSlow(tx, storeId, now) }], now)
    return line
  })
  if (row && isReadingDue(row, now)) await readProvider(deps, row)
}

async function isSlow(
  tx: Parameters<typeof scheduleAllSends>[0],
  storeId: string,
  now: Date,
): Promise<boolean> {
  const oldest = await tx
    .selectFrom('outgoing_messages as m')
    .select(({ fn }) => fn.min('m.due_at').as('at'))
    .where('m.store_id', '=', storeId)
    .where('m.state', 'in', ['queued', 'sending'])
    .where(isNotHeld(now))
    .executeTakeFirst()
  const waited = oldest?.at ? now.getTime() - new Date(oldest.at as unknown as string).getTime() : 0
  if (await isCanaryLate(tx, storeId, now)) return true
  return waited > slowQueueMs || ((await medianDeliveryMs(tx, storeId, now)) ?? 0) > slowDeliveryMs
}

function isReadingDue(row: LineRow, now: Date): boolean {
  if (row.state === 'pairing') return false
  return row.state !== 'open' || !row.read_at || now.getTime() - row.read_at.getTime() >= readEveryMs
}

async function readProvider(deps: Deps, row: LineRow): Promise<void> {
  const access = accessOf(row, deps.env)
  if (!access || !isDriver(row.driver)) return
  const read = await readOrRefusal(createDriver(row.driver, deps.env).readLine(access))
  await withStoreScope(deps.cells, [row.store_id], async (tx) => {
    const line = await lockLine(tx, row.store_id)
    if (line?.id !== row.id) return
    await signalLine(tx, line, signalsOf(read), deps.now())
    await tx
      .updateTable('whatsapp_lines')
      .set({
        read_at: deps.now(),
        ...(read instanceof DriverRefusal
          ? {}
          : {
              quality: sql<string>`coalesce(${read.quality}, quality)`,
              tier: sql<number>`coalesce(${read.tier}::int, tier)`,
            }),
      })
      .where('store_id', '=', row.store_id)
      .where('id', '=', row.id)
      .execute()
  })
}

async function readOrRefusal(reading: Promise<LineReading>): Promise<LineReading | DriverRefusal> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof DriverRefusal) return error
    throw error
  }
}

function signalsOf(read: LineReading | DriverRefusal): readonly LineSignal[] {
  if (!(read instanceof DriverRefusal))
    return read.state === null ? [] : [{ type: 'provider', state: read.state }]
  return [{ type: read.reason === 'unauthorized' ? 'unauthorized' : 'unreachable' }]
}
