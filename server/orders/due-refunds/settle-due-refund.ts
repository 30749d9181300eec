import type { Transaction } from 'kysely'
import type {
  DueRefund,
  settleDueRefund as settleDueRefundRoute,
} from '../../../contract/orders/money/due-refunds.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { openRefund, refundView } from './due-refunds.reads.ts'
import { refundEvents, refundNote, rejectWrongState } from './note-due-refund.ts'

/** A person says what became of a due refund. The order's lock decides between two of them. */
export async function settleDueRefund(
  call: Call<typeof settleDueRefundRoute>,
): Promise<Reply<typeof settleDueRefundRoute>> {
  const { deps, caller, storeId, params, body, now, role } = call
  const reason = body.reason ?? null
  rejectWrongState(body, role, 'reason')
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const known = await refundById(tx, storeId, params.refundId)
    await lockOrder(tx, storeId, known.orderId)
    const refund = await refundById(tx, storeId, params.refundId)
    await rejectWrongStep(tx, storeId, refund, body.state)
    const settled = body.state === 'due' ? null : { at: now, uid: caller.uid, name: caller.name }
    const row = await tx
      .updateTable('due_refunds')
      .set({
        state: body.state,
        settled_at: settled?.at ?? null,
        settled_uid: settled?.uid ?? null,
        settled_name: settled?.name ?? null,
        reason,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', refund.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, storeId, refund.orderId, {
      source: 'balcao',
      type: refundEvents[body.state],
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { cents: refund.cents, note: refundNote(refund.parts, reason) },
    })
    return refundView(row)
  })
}

async function refundById(tx: Transaction<Cell>, storeId: string, refundId: string): Promise<DueRefund> {
  const row = await tx
    .selectFrom('due_refunds')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', refundId)
    .executeTakeFirst()
  if (!row) throw new AppError('order/refund-not-found')
  return refundView(row)
}

/** A refund is settled from `due` alone, and an order owes once. */
async function rejectWrongStep(
  tx: Transaction<Cell>,
  storeId: string,
  { orderId, state, settledBy }: DueRefund,
  to: DueRefund['state'],
): Promise<void> {
  const refuse = (message: string): never => {
    throw new AppError('order/invalid-transition', { message })
  }
  if (to === 'due' && state === 'due') refuse('Este estorno ainda está por fazer.')
  if (to !== 'due' && state !== 'due') {
    const did = state === 'given' ? 'já marcou este estorno como feito' : 'já decidiu que a loja não devolve'
    refuse(`${settledBy ?? 'Outra pessoa'} ${did}.`)
  }
  if (to === 'due' && (await openRefund(tx, storeId, orderId)))
    refuse('Depois deste, o pedido ganhou outro estorno a fazer: marque aquele.')
}
