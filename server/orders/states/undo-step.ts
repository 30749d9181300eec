import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { returnWindowSeconds, type undoStep as returnStepRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { statusOfEvent } from './fold-events.ts'
import { returnStep } from './return-step.ts'
import { oneOrder } from '../board/orders.reads.ts'

/** On a slow connection a tap in the fifth second still counts. */
const graceSeconds = 4

/** Undoes the person's own last step; the timeline keeps both the step and its undoing. */
export async function undoStep(call: Call<typeof returnStepRoute>): Promise<Reply<typeof returnStepRoute>> {
  const { deps, caller, storeId, params, body, now } = call
  const { orderId } = params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    if (isMarketplace(row.platform)) {
      const message = `${withChannel('O', row.platform)} não volta etapas de um pedido.`
      throw new AppError('order/partner-decides', { message })
    }
    if (row.status !== body.from) throw new AppError('order/invalid-transition')
    const events = await tx
      .selectFrom('order_events')
      .select(['type', 'at', 'data', 'actor_uid'])
      .where('store_id', '=', storeId)
      .where('order_id', '=', orderId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const last = events.find((event) => lookup(statusOfEvent, event.type) !== undefined)
    const status = row.status as OrderStatus
    const fresh = now.getTime() - row.status_since.getTime() <= (returnWindowSeconds + graceSeconds) * 1_000
    if (!last || last.type !== status.toUpperCase() || last.actor_uid !== caller.uid || !fresh)
      throw refused('Só dá para voltar a própria etapa, nos primeiros segundos.')
    if (status === 'cancelled') throw refused('Um cancelamento não volta.')
    const facts = events.map((event) => ({
      type: event.type,
      at: event.at,
      data: event.data as Record<string, unknown> | null,
    }))
    if (!(await returnStep(deps, tx, row, { facts, actor: caller, now })))
      throw refused('Não há etapa para voltar.')
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

const refused = (message: string) => new AppError('order/invalid-transition', { message })
