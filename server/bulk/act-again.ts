import { sql, type Transaction } from 'kysely'
import {
  bulkUndoMs,
  type BulkAct,
  type BulkPart,
  type retryBulk as retryBulkRoute,
  type undoBulk as undoBulkRoute,
} from '../../contract/bulk/bulk.ts'
import type { ErrorCode } from '../../contract/shared/errors.ts'
import type { Call } from '../calls/call.ts'
import { changeEachCell } from '../db/many-stores.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { actIn, actOfParts, partsOf } from './bulk.reads.ts'
import { enqueueParts } from './enqueue-parts.ts'

type AgainCall = Call<typeof retryBulkRoute> | Call<typeof undoBulkRoute>

/** Only the stores that refused; those that are done are not touched again. */
export const retryBulk = async (call: Call<typeof retryBulkRoute>): Promise<BulkAct> =>
  inStores(call, await actBefore(call), {
    from: 'refused',
    to: 'pending',
    nothing: 'bulk/nothing-to-retry',
  })

/** Only the stores where it is done, each if nothing has changed it since. */
export async function undoBulk(call: Call<typeof undoBulkRoute>): Promise<BulkAct> {
  const act = await actBefore(call)
  if (call.now.getTime() > Date.parse(act.askedAt) + bulkUndoMs) throw new AppError('bulk/too-late')
  return inStores(call, act, { from: 'done', to: 'undoing', nothing: 'bulk/nothing-to-undo' })
}

const actBefore = ({ deps, stores, params }: AgainCall): Promise<BulkAct> =>
  actIn(deps.cells, { stores }, params.id)

interface Move {
  readonly from: BulkPart['state']
  readonly to: BulkPart['state']
  /** Where no store is in the state `from`. */
  readonly nothing: ErrorCode
}

/** In the cells of the act's own stores, one after the other: what has moved is not found again by a repeat. */
async function inStores(call: AgainCall, act: BulkAct, how: Move): Promise<BulkAct> {
  const storeIds = act.parts.map(({ storeId }) => storeId)
  const cells = await changeEachCell(call.deps.cells, storeIds, async (tx, here) => ({
    moved: await move(tx, call, { actId: act.id, storeIds: here }, how),
    parts: await partsOf(tx, call, act.id),
  }))
  if (cells.every(({ moved }) => moved === 0)) throw new AppError(how.nothing)
  return actOfParts(
    cells.map(({ parts }) => parts),
    call,
  )
}

/** Of two at once one moves a part. The worker then acts as this caller. Answers how many moved. */
async function move(
  tx: Transaction<Cell>,
  { caller, now }: AgainCall,
  { actId, storeIds }: { readonly actId: string; readonly storeIds: readonly string[] },
  { from, to }: Move,
): Promise<number> {
  const rows = await tx
    .updateTable('bulk_parts')
    .set({
      state: to,
      refusal: sql`null`,
      ended_at: null,
      runs_as: caller.uid,
      runs_as_name: caller.name,
    })
    .where('act_id', '=', actId)
    .where('store_id', 'in', storeIds)
    .where('state', '=', from)
    .returning('store_id')
    .execute()
  await enqueueParts(tx, actId, rows.map((row) => row.store_id).toSorted(), now)
  return rows.length
}
