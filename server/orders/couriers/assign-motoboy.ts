import type {
  assignMotoboy as assignMotoboyRoute,
  readMotoboys as readMotoboysRoute,
} from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { positionOf } from '../states/do-action.ts'
import { ordersOf } from '../board/orders.reads.ts'

export async function readMotoboys(
  call: Call<typeof readMotoboysRoute>,
): Promise<Reply<typeof readMotoboysRoute>> {
  const { deps, storeId } = call
  const motoboys = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('motoboys')
      .leftJoin('orders', (join) =>
        join
          .onRef('orders.store_id', '=', 'motoboys.store_id')
          .onRef('orders.motoboy_id', '=', 'motoboys.id')
          .on('orders.open', '=', true),
      )
      .select((select) => [
        'motoboys.id',
        'motoboys.name',
        select.fn.count<number>('orders.id').as('openOrders'),
      ])
      .where('motoboys.store_id', '=', storeId)
      .where('motoboys.active', '=', true)
      .groupBy(['motoboys.id', 'motoboys.name'])
      .orderBy('motoboys.name')
      .execute(),
  )
  return { motoboys: motoboys.map((one) => ({ ...one, openOrders: Number(one.openOrders) })) }
}

/** Assigns all of the orders or none, because they form one route. */
export async function assignMotoboy(
  call: Call<typeof assignMotoboyRoute>,
): Promise<Reply<typeof assignMotoboyRoute>> {
  const { deps, caller, storeId, body, now } = call
  // Lock in a fixed order to avoid deadlocks.
  const orderIds = [...new Set(body.orderIds)].toSorted((a, b) => (a < b ? -1 : 1))
  const orders = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const motoboy = body.motoboyId
      ? await tx
          .selectFrom('motoboys')
          .select(['id', 'name'])
          .where('store_id', '=', storeId)
          .where('id', '=', body.motoboyId)
          .where('active', '=', true)
          .executeTakeFirst()
      : null
    if (motoboy === undefined) throw new AppError('order/motoboy-not-found')
    for (const orderId of orderIds) {
      const row = await lockOrder(tx, storeId, orderId)
      if (!row) throw new AppError('order/not-found')
      const position = positionOf(row)
      if (position.type !== 'DELIVERY' || !row.open)
        throw refused(`O pedido #${row.display_id} não é uma entrega em aberto.`)
      if (position.deliveredBy === 'MARKETPLACE')
        throw new AppError('order/partner-decides', {
          message: `O entregador do pedido #${row.display_id} é do parceiro.`,
        })
      if (row.motoboy_id === (motoboy?.id ?? null)) continue
      await recordEvent(tx, storeId, orderId, {
        source: 'balcao',
        type: motoboy ? 'MOTOBOY_ASSIGNED' : 'MOTOBOY_REMOVED',
        at: now,
        actor: { uid: caller.uid, name: caller.name },
        data: { motoboyId: motoboy?.id ?? null, note: motoboy?.name ?? null },
      })
      await patchOrder(tx, row, { motoboyId: motoboy?.id ?? null, detail: { motoboy: motoboy ?? null } }, now)
    }
    return ordersOf(
      tx,
      orderIds.map((id) => ({ store_id: storeId, id })),
    )
  })
  return { orders }
}

const refused = (message: string) => new AppError('order/invalid-transition', { message })
