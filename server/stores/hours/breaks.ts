import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Platform } from '../../../contract/shared/channels.ts'
import { breakEndNoticeMinutes } from '../../../contract/stores/hours.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../outbox/enqueue.ts'

interface NewBreak {
  /** Null: the pause of the orders screen. */
  readonly name: string | null
  readonly start: Date
  /** Null: until a person ends it. */
  readonly end: Date | null
  /** Empty: every channel. */
  readonly channels: readonly Platform[]
  /** Null: presence. */
  readonly setBy: string | null
}

/** Writes a break and has the worker wake at its start and at its end. */
export async function addBreak(
  tx: Transaction<Cell>,
  storeId: string,
  given: NewBreak,
  now: Date,
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('breaks')
    .values({
      store_id: storeId,
      id,
      name: given.name,
      starts_at: given.start,
      ends_at: given.end,
      channels: [...given.channels],
      set_by: given.setBy,
      made_by: given.setBy === null ? 'presence' : null,
      set_at: now,
      begun: given.start <= now,
    })
    .execute()
  const edges = [given.start, ...(given.end ? [given.end] : [])]
  for (const dueAt of edges) {
    if (dueAt > now) await enqueue(tx, 'break-turn', {}, { storeId, lane: storeId, dueAt })
  }
  if (given.end) {
    const dueAt = new Date(given.end.getTime() - breakEndNoticeMinutes * 60_000)
    // A break that is shorter than the notice needs none.
    if (dueAt > now && dueAt > given.start)
      await enqueue(tx, 'break-reminder', { breakId: id }, { storeId, lane: id, dueAt })
  }
  await publishBreaks(tx, storeId, now)
  return id
}

/** Ends breaks now; a planned one never begins. Of two calls one ends a break, and gets its id. */
export async function endBreaks(
  tx: Transaction<Cell>,
  storeId: string,
  ids: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const ended = await tx
    .updateTable('breaks')
    .set({ ended_at: now })
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  if (ended.length > 0) await publishBreaks(tx, storeId, now)
  return ended.map(({ id }) => id)
}

/**
 * A break begins or ends by its own time: reads know that already; the worker publishes it.
 * Does nothing if a person ended it before.
 */
export async function turnBreaks(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const begun = await tx
      .updateTable('breaks')
      .set({ begun: true })
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .where('begun', '=', false)
      .where('starts_at', '<=', now)
      .returning(['id', 'name'])
      .execute()
    const ended = await tx
      .updateTable('breaks')
      .set({ ended_at: sql`ends_at` })
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', now)
      .returning(['id', 'name'])
      .execute()
    if (begun.length + ended.length === 0) return
    await nextPaceVersion(tx, storeId, now)
    await publishBreaks(tx, storeId, now)
    const entries = [
      ...begun.map((one) => ({ ...one, action: 'hours/break-began' })),
      ...ended.map((one) => ({ ...one, action: 'hours/break-over' })),
    ]
    await tx
      .insertInto('audit_entries')
      .values(
        entries.map(({ id, name, action }) => ({
          id: uuidv7(),
          at: now,
          actor_uid: null,
          action,
          store_id: storeId,
          subject: id,
          details: JSON.stringify({ name }),
        })),
      )
      .execute()
  })
}

/** What a person saw of the store's pace is out of date: a break is part of it. */
export async function nextPaceVersion(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  await tx
    .insertInto('store_capacity')
    .values({ store_id: storeId, level: 'normal', set_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint('store_capacity_pkey')
        .doUpdateSet({ version: sql<number>`store_capacity.version + 1` }),
    )
    .execute()
}

async function publishBreaks(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  // Sends the store's state of that moment, so one of two that leave together finds nothing to do.
  await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
}
