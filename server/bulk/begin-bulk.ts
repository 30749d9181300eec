import { v7 as uuidv7 } from 'uuid'
import type { BulkAct, BulkAction, beginBulk as beginBulkRoute } from '../../contract/bulk/bulk.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { audit, throttle } from '../identity/identity.ts'
import { actOf } from './bulk.reads.ts'
import { enqueueParts } from './enqueue-parts.ts'
import { withKeptSource } from './source.ts'
import { storesToChange } from './stores-of-act.ts'

type Asking = Pick<Call<typeof beginBulkRoute>, 'deps' | 'caller' | 'stores' | 'query' | 'now'>

export const beginBulk = (call: Call<typeof beginBulkRoute>): Promise<BulkAct> =>
  beginAct(call, call.body.action)

/** All parts are committed together; the worker does them. */
export async function beginAct(call: Asking, asked: BulkAction): Promise<BulkAct> {
  const { deps, caller, now } = call
  const storeIds = storesToChange(call, asked)
  const action = await withKeptSource(call, asked)
  if (action.kind === 'invite')
    await throttle(deps.directory, { purpose: 'mail', account: action.email, address: caller.uid }, now)
  const actId = uuidv7()
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    await tx
      .insertInto('bulk_parts')
      .values(
        storeIds.map((storeId) => ({
          store_id: storeId,
          act_id: actId,
          kind: action.kind,
          action: JSON.stringify(action),
          asked_by: caller.uid,
          asked_by_name: caller.name,
          asked_at: now,
          runs_as: caller.uid,
          runs_as_name: caller.name,
        })),
      )
      .execute()
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
    return actOf(tx, call, actId)
  })
}
