import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import {
  bulkAction,
  type BulkAct,
  type BulkAction,
  type beginBulk as beginBulkRoute,
} from '../../contract/bulk/bulk.ts'
import type { Call } from '../calls/call.ts'
import { keptForMs } from '../db/idempotency-keys.ts'
import { isDatabaseLost } from '../db/connections/database-lost.ts'
import { changeEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoresOfCell, StoreTransaction } from '../db/tables.ts'
import { audit, throttle } from '../identity/identity.ts'
import { actOfParts, partsOf } from './bulk.reads.ts'
import { enqueueParts } from './enqueue-parts.ts'
import { withKeptSource } from './source.ts'
import { storesToChange } from './stores-of-act.ts'

type Asking = Pick<
  Call<typeof beginBulkRoute>,
  'deps' | 'caller' | 'stores' | 'query' | 'now' | 'idempotencyKey'
>

export const beginBulk = (call: Call<typeof beginBulkRoute>): Promise<BulkAct> =>
  beginAct(call, call.body.action)

/** The parts of a cell are committed together; the worker does them. Of several cells a repeat begins those that are left. */
export async function beginAct(call: Asking, asked: BulkAction): Promise<BulkAct> {
  const { deps, caller, now } = call
  const storeIds = storesToChange(call, asked)
  const begun = await begunBefore(call, asked, storeIds)
  const actId = begun?.actId ?? uuidv7()
  const action = begun?.action ?? (await withKeptSource(call, asked))
  if (action.kind === 'invite' && !begun?.askedAt)
    await throttle(deps.directory, { purpose: 'mail', account: action.email, address: caller.uid }, now)
  const cells = await changeEachCell(deps.cells, storeIds, async (tx, here) => {
    await begin(tx, call, { actId, action, storeIds: here, askedAt: begun?.askedAt ?? now })
    return partsOf(tx, call, actId)
  })
  return actOfParts(cells, call)
}

interface BegunBefore {
  readonly actId: string
  /** Absent: no cell has begun it. */
  readonly action?: BulkAction
  readonly askedAt?: Date
}

/**
 * What an earlier run of the same call with the same key began before a cell failed. Null with one cell, where a run begins all or
 * nothing.
 */
async function begunBefore(
  { deps, caller, idempotencyKey, now }: Asking,
  asked: BulkAction,
  storeIds: readonly string[],
): Promise<BegunBefore | null> {
  const parts = await deps.cells.parts(storeIds)
  if (parts.length === 1 || idempotencyKey === null) return null
  const actId = uuidv5(JSON.stringify([caller.uid, idempotencyKey, asked, storeIds]), actsByKey)
  for (const part of parts) {
    const row = await firstPart(part, actId)
    if (!row) continue
    // A key means the same call for a day.
    if (row.asked_at.getTime() <= now.getTime() - keptForMs) return null
    return { actId, action: z.parse(bulkAction, row.action), askedAt: row.asked_at }
  }
  return { actId }
}

const actsByKey = '6b0d2f0e-9c8b-5d52-8a0f-3f3f1b2f7a44'

/** A cell that does not answer now may have begun it; its rows are then kept as they are. */
const firstPart = ({ cell, storeIds }: StoresOfCell, actId: string) =>
  withStoreScope(
    cell,
    storeIds,
    (tx) =>
      tx
        .selectFrom('bulk_parts')
        .select(['action', 'asked_at'])
        .where('store_id', 'in', storeIds)
        .where('act_id', '=', actId)
        .limit(1)
        .executeTakeFirst(),
    { reads: true },
  ).catch((error: unknown) => {
    if (isDatabaseLost(error)) return undefined
    throw error
  })

interface Beginning {
  readonly action: BulkAction
  readonly askedAt: Date
  readonly actId: string
  readonly storeIds: readonly string[]
}

async function begin(
  tx: StoreTransaction,
  { caller, now }: Asking,
  { actId, action, storeIds, askedAt }: Beginning,
): Promise<void> {
  const rows = await tx
    .insertInto('bulk_parts')
    .values(
      storeIds.map((storeId) => ({
        store_id: storeId,
        act_id: actId,
        kind: action.kind,
        action: JSON.stringify(action),
        asked_by: caller.uid,
        asked_by_name: caller.name,
        asked_at: askedAt,
        runs_as: caller.uid,
        runs_as_name: caller.name,
      })),
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'act_id']).doNothing())
    .returning('store_id')
    .execute()
  if (rows.length === 0) return
  await enqueueParts(tx, actId, storeIds, now)
  const [storeId] = storeIds
  await audit(tx, {
    actorUid: caller.uid,
    action: 'bulk/begun',
    ...(storeId === undefined ? {} : { storeId }),
    subject: actId,
    details: { kind: action.kind, stores: storeIds.length },
    // The entries of its parts carry the same.
    requestId: actId,
    at: now,
  })
}
