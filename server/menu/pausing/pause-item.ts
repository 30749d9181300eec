import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  pauseMenuItem as pauseMenuItemRoute,
  pauseMenuItems as pauseMenuItemsRoute,
} from '../../../contract/menu/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { audit } from '../../identity/identity.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { scheduleResume } from '../changed/menu-effects.ts'
import { wishItems } from '../../stores/stores.ts'
import { itemOf, itemsOf } from '../reads/menu.reads.ts'

const maxPauseMs = 366 * 24 * 3_600_000

/** Takes an item off sale on every channel; any role that works orders may do it. */
export async function pauseMenuItem(
  call: Call<typeof pauseMenuItemRoute>,
): Promise<Reply<typeof pauseMenuItemRoute>> {
  const { deps, storeId, params, now } = call
  const paused = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const pausedIds = await pauseItems(tx, call, [params.itemId])
    const item = await itemOf(tx, storeId, params.itemId, now)
    if (!item) throw new AppError('menu/item-not-found')
    if (pausedIds.length === 0) throw new AppError('menu/already-paused', { current: item })
    return item
  })
  return paused
}

/** One transaction: when an order is cancelled, all items missing from it go off sale together. */
export async function pauseMenuItems(
  call: Call<typeof pauseMenuItemsRoute>,
): Promise<Reply<typeof pauseMenuItemsRoute>> {
  const { deps, storeId, body, now } = call
  const itemIds = [...new Set(body.itemIds)]
  const answer = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const pausedIds = await pauseItems(tx, call, itemIds)
    return { items: await itemsOf(tx, storeId, now, itemIds), pausedIds }
  })
  return answer
}

export type PauseCall = Pick<Call<typeof pauseMenuItemRoute>, 'storeId' | 'now' | 'requestId'> & {
  readonly caller: Pick<Caller, 'uid' | 'name'>
  readonly body: { readonly until?: string | undefined; readonly reason?: string | null | undefined }
}

/** Returns the ids of the items it paused; items already paused keep their pause. */
export async function pauseItems(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId, body }: PauseCall,
  itemIds: readonly string[],
): Promise<string[]> {
  const until = await endOf(tx, storeId, body.until, now)
  const items = await lockItems(tx, storeId, itemIds)
  await closeExpiredPauses(tx, storeId, itemIds, now)
  const reason = body.reason?.trim() ? body.reason.trim() : null
  const paused = await tx
    .insertInto('menu_item_pauses')
    .values(
      itemIds.map((itemId) => ({
        store_id: storeId,
        id: uuidv7(),
        item_id: itemId,
        since: now,
        until,
        started_by: caller.uid,
        started_by_name: caller.name,
        reason,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'item_id']).where('ended_at', 'is', null).doNothing(),
    )
    .returning(['id', 'item_id'])
    .execute()
  for (const { id, item_id: itemId } of paused) {
    if (until) await scheduleResume(tx, storeId, itemId, { id, until })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-paused',
      storeId,
      subject: items.get(itemId) ?? itemId,
      details: { itemId, until: until?.toISOString() ?? null, reason },
      requestId,
      at: now,
    })
  }
  const pausedIds = paused.map((pause) => pause.item_id)
  await wishItems(tx, storeId, pausedIds, { now })
  if (pausedIds.length > 0) await menuChanged(tx, storeId, now, pausedIds)
  return pausedIds
}

async function endOf(
  tx: Transaction<Cell>,
  storeId: string,
  requested: string | undefined,
  now: Date,
): Promise<Date | null> {
  if (requested === undefined) return null
  if (requested === 'tomorrow') {
    const { rows } = await sql<{ at: Date }>`
      select running_day_ends(${storeId}::uuid, ${now}::timestamptz) as at`.execute(tx)
    return rows[0]?.at ?? null
  }
  return fixedEnd(requested, now)
}

/** The end that names a moment; rejected unless it is within the coming year. */
export function fixedEnd(requested: string, now: Date): Date {
  const until = new Date(requested)
  const invalidUntil = (message: string) =>
    new AppError('validation/refused', { details: [{ path: 'until', message }] })
  if (until <= now) throw invalidUntil('A volta precisa ser no futuro.')
  if (until.getTime() > now.getTime() + maxPauseMs) throw invalidUntil('A pausa pode durar até um ano.')
  return until
}

/**
 * Item names by id. Rows are locked in order of id, so that concurrent pauses of many items cannot
 * deadlock.
 */
export async function lockItems(
  tx: Transaction<Cell>,
  storeId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('menu_items')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', itemIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < itemIds.length) throw new AppError('menu/item-not-found')
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Closes pauses whose end has passed but that the worker has not recorded yet. */
export async function closeExpiredPauses(
  tx: Transaction<Cell>,
  storeId: string,
  itemIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('menu_item_pauses')
    .set((set) => ({ ended_at: set.ref('until') }))
    .where('store_id', '=', storeId)
    .where('item_id', 'in', itemIds)
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .execute()
}
