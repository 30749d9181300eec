import type { Transaction } from 'kysely'
import type {
  assignMotoboy as assignMotoboyRoute,
  readMotoboys as readMotoboysRoute,
} from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { positionOf } from '../states/do-action.ts'
import { ordersOf } from '../board/orders.reads.ts'
import { couriersNow } from './courier-day.ts'

export async function readMotoboys(
  call: Call<typeof readMotoboysRoute>,
): Promise<Reply<typeof readMotoboysRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => ({
    motoboys: await couriersNow(tx, storeId, now),
  }))
}

/** Assigns all of the orders or none, because they form one route. */
export async function assignMotoboy(
  call: Call<typeof assignMotoboyRoute>,
): Promise<Reply<typeof assignMotoboyRoute>> {
  const { deps, caller, storeId, body, now } = call
  // Lock in a fixed order to avoid deadlocks.
  const orderIds = [...new Set(body.orderIds)].toSorted((a, b) => (a < b ? -1 : 1))
  const orders = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const motoboy = body.motoboyId ? await activeCourier(tx, storeId, body.motoboyId) : null
    for (const orderId of orderIds) {
      const row = await lockOrder(tx, storeId, orderId)
      if (!row) throw new AppError('order/not-found')
      await giveTo(tx, row, motoboy, { actor: { uid: caller.uid, name: caller.name }, now })
    }
    return ordersOf(
      tx,
      orderIds.map((id) => ({ store_id: storeId, id })),
    )
  })
  return { orders }
}

interface NamedCourier {
  readonly id: string
  readonly name: string
}

export async function activeCourier(
  tx: Transaction<Cell>,
  storeId: string,
  motoboyId: string,
): Promise<NamedCourier> {
  const motoboy = await tx
    .selectFrom('motoboys')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', '=', motoboyId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!motoboy) throw new AppError('order/motoboy-not-found')
  return motoboy
}

/** Gives a locked order to the courier; null takes it away. */
export async function giveTo(
  tx: Transaction<Cell>,
  row: OrderRow,
  motoboy: NamedCourier | null,
  { actor, now }: { readonly actor: { readonly uid: string; readonly name: string }; readonly now: Date },
): Promise<void> {
  const position = positionOf(row)
  if (position.type !== 'DELIVERY' || !row.open)
    throw refused(`O pedido #${row.display_id} não é uma entrega em aberto.`)
  if (position.deliveredBy === 'MARKETPLACE')
    throw new AppError('order/partner-decides', {
      message: `O entregador do pedido #${row.display_id} é do parceiro.`,
    })
  if (row.motoboy_id === (motoboy?.id ?? null)) return
  await recordEvent(tx, row.store_id, row.id, {
    source: 'balcao',
    type: motoboy ? 'MOTOBOY_ASSIGNED' : 'MOTOBOY_REMOVED',
    at: now,
    actor,
    data: { motoboyId: motoboy?.id ?? null, note: motoboy?.name ?? null },
  })
  await patchOrder(tx, row, { motoboyId: motoboy?.id ?? null, detail: { motoboy } }, now)
}

const refused = (message: string) => new AppError('order/invalid-transition', { message })
