import type { checkDocument as checkDocumentRoute } from '../../../contract/orders/document-check.ts'
import { mayCheckDocument } from '../../../contract/orders/states.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { oneOrder } from '../board/orders.reads.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { positionOf } from './do-action.ts'
import { rejectIfStale } from './reject-if-stale.ts'

/** Records that an adult's document was seen at the door; until then the delivery cannot be concluded. */
export async function checkDocument(
  call: Call<typeof checkDocumentRoute>,
): Promise<Reply<typeof checkDocumentRoute>> {
  const { deps, caller, storeId, params, body, now } = call
  const { orderId } = params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    const { alcohol, documentCheck, motoboy } = row.detail as unknown as OrderDetail
    const verdict = mayCheckDocument({
      ...positionOf(row),
      alcohol: alcohol === true,
      checked: documentCheck !== undefined,
    })
    if (!verdict.allowed) throw new AppError('order/invalid-transition', { message: verdict.reason })
    await rejectIfStale(tx, row, 'deliver', body.version)
    const checkedBy = body.checkedBy === 'me' ? caller.name : motoboy?.name
    if (checkedBy === undefined)
      throw new AppError('validation/refused', {
        details: [{ path: 'checkedBy', message: 'Este pedido não tem entregador: escolha quem conferiu.' }],
      })
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      // Of two people at once one writes; the second meets the verdict above.
      sourceEventId: `document:${orderId}`,
      type: 'DOCUMENT_CHECKED',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { note: `Conferido por ${checkedBy}` },
    })
    const check = { at: now.toISOString(), checkedBy }
    await patchOrder(tx, row, { detail: { documentCheck: check } }, now)
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}
