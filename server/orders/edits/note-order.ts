import type { noteOrder as noteOrderRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { oneOrder } from '../board/orders.reads.ts'

/** The card shows the latest note; the timeline has the earlier ones. */
export async function noteOrder(call: Call<typeof noteOrderRoute>): Promise<Reply<typeof noteOrderRoute>> {
  const { deps, caller, storeId, params, body, now } = call
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, params.orderId)
    if (!row) throw new AppError('order/not-found')
    const storeNote = body.text === '' ? null : body.text
    await recordEvent(tx, storeId, params.orderId, {
      source: 'balcao',
      type: 'NOTE',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { note: storeNote ?? 'Observação retirada' },
    })
    await patchOrder(tx, row, { detail: { storeNote } }, now)
    return oneOrder(tx, storeId, params.orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}
