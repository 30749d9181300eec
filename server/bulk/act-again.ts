import { sql, type Transaction } from 'kysely'
import {
  bulkUndoMs,
  type BulkAct,
  type retryBulk as retryBulkRoute,
  type undoBulk as undoBulkRoute,
} from '../../contract/bulk/bulk.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { actOf } from './bulk.reads.ts'
import { enqueueParts } from './enqueue-parts.ts'

type AgainCall = Call<typeof retryBulkRoute> | Call<typeof undoBulkRoute>

/** Only the stores that refused; those that are done are not touched again. */
export const retryBulk = (call: Call<typeof retryBulkRoute>): Promise<BulkAct> =>
  inStores(call, async (tx, act) => {
    const again = await move(tx, call, act, { from: 'refused', to: 'pending' })
    if (again.length === 0) throw new AppError('bulk/nothing-to-retry')
  })

/** Only the stores where it is done, each if nothing has changed it since. */
export const undoBulk = (call: Call<typeof undoBulkRoute>): Promise<BulkAct> =>
  inStores(call, async (tx, act) => {
    if (call.now.getTime() > Date.parse(act.askedAt) + bulkUndoMs) throw new AppError('bulk/too-late')
    const back = await move(tx, call, act, { from: 'done', to: 'undoing' })
    if (back.length === 0) throw new AppError('bulk/nothing-to-undo')
  })

function inStores(
  call: AgainCall,
  work: (tx: Transaction<Cell>, act: BulkAct) => Promise<void>,
): Promise<BulkAct> {
  const { deps, stores, params } = call
  const storeIds = stores.map(({ storeId }) => storeId)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    await work(tx, await actOf(tx, call, params.id))
    return actOf(tx, call, params.id)
  })
}

/** Of two at once one moves a part. The worker then acts as this caller. */
async function move(
  tx: Transaction<Cell>,
  { caller, now }: AgainCall,
  act: BulkAct,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('bulk_parts')
    .set({
      state: to,
      refusal: sql`null`,
      ended_at: null,
      runs_as: caller.uid,
      runs_as_name: caller.name,
    })
    .where('act_id', '=', act.id)
    .where(
      'store_id',
      'in',
      act.parts.map(({ storeId }) => storeId),
    )
    .where('state', '=', from)
    .returning('store_id')
    .execute()
  const storeIds = rows.map((row) => row.store_id).toSorted()
  await enqueueParts(tx, act.id, storeIds, now)
  return storeIds
}
