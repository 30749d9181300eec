import { v7 as uuidv7 } from 'uuid'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { placeTestOrder as placeTestOrderRoute } from '../../../contract/orders/test-order.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { moneyColumns, sum, type IncomingItem, type IncomingOrder } from './order-batch.ts'

/** A number that was given and whose order never came, as after a crash, is free again. */
const lostAfterMs = minuteMs
const maxItems = 2
const promiseMinutes = 20

/**
 * An order of the own channel that is no sale. It has the store's own items, so that the ticket looks like those that
 * will come; it takes no number from the day's count, reminds nobody and is never accepted automatically: a person tries
 * the steps. One at a time.
 */
export async function placeTestOrder(
  call: Call<typeof placeTestOrderRoute>,
): Promise<Reply<typeof placeTestOrderRoute>> {
  const { deps, storeId, caller, now, requestId } = call
  const orderId = uuidv7()
  const { number, items } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    // Of two at once the second waits here, and then finds the first.
    const store = await tx
      .selectFrom('stores')
      .select('id')
      .where('id', '=', storeId)
      .forUpdate()
      .executeTakeFirst()
    if (!store) throw new AppError('store/not-found')
    const made = await tx
      .selectFrom('test_orders as t')
      .leftJoin('orders as o', (join) =>
        join.onRef('o.store_id', '=', 't.store_id').onRef('o.id', '=', 't.order_id'),
      )
      .select(['t.number', 't.made_at', 'o.open'])
      .where('t.store_id', '=', storeId)
      .orderBy('t.number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const lost = made?.open === null && now.getTime() - made.made_at.getTime() > lostAfterMs
    if (made && made.open !== false && !lost) throw new AppError('order/test-open')
    const next = (made?.number ?? 0) + 1
    await tx
      .insertInto('test_orders')
      .values({ store_id: storeId, number: next, order_id: orderId, made_at: now })
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'orders/test-placed',
      storeId,
      subject: orderId,
      requestId,
      at: now,
    })
    const menu = await tx
      .selectFrom('menu_items')
      .select(['name', 'external_code', 'price_cents'])
      .where('store_id', '=', storeId)
      .where('price_cents', '>', 0)
      .orderBy('position')
      .orderBy('id')
      .limit(maxItems)
      .execute()
    return { number: next, items: menu.length > 0 ? menu.map(itemOf) : [itemOf(madeUp, 0)] }
  })
  await deps.intake.take(incoming(call, { orderId, number, items }))
  const order = await withStoreScope(deps.cells, [storeId], (tx) => oneOrder(tx, storeId, orderId))
  if (!order) throw new AppError('order/not-found')
  return order
}

/** For a menu that is still empty. */
const madeUp = { name: 'Item de teste', external_code: null, price_cents: 1_000 } as const

const itemOf = (
  item: { readonly name: string; readonly external_code: string | null; readonly price_cents: number },
  index: number,
): IncomingItem => ({
  line: index + 1,
  product_key: productKey(item.external_code, item.name),
  name: item.name,
  quantity_milli: 1_000,
  unit_price_cents: item.price_cents,
  total_cents: item.price_cents,
  detail: { externalCode: item.external_code, notes: null, options: [] },
})

function incoming(
  { storeId, now, caller }: Call<typeof placeTestOrderRoute>,
  its: { readonly orderId: string; readonly number: number; readonly items: readonly IncomingItem[] },
): IncomingOrder {
  const at = now.toISOString()
  const cents = sum(its.items.map((item) => item.total_cents))
  const name = 'Pedido de teste'
  return {
    store_id: storeId,
    id: its.orderId,
    display_id: `T${its.number}`,
    platform: 'balcao',
    merchant_id: '',
    external_id: `teste-${its.number}-${its.orderId}`,
    // The fewest steps to the end.
    type: 'INDOOR',
    timing: 'INSTANT',
    status: 'placed',
    created_at: at,
    status_since: at,
    promised_at: new Date(now.getTime() + promiseMinutes * minuteMs).toISOString(),
    preparation_start_at: null,
    confirm_by: null,
    completed_at: null,
    cancelled_from: null,
    customer: { id: uuidv7(), name, phone: null },
    ...moneyOf(its.items),
    refund_cents: 0,
    commission_cents: 0,
    payment_fee_cents: 0,
    logistics_cents: 0,
    order_cents: cents,
    is_test: true,
    detail: {
      customer: { name, phone: null, document: null, ordersCount: null },
      fees: [],
      discounts: [],
      payments: [{ method: 'PIX', brand: null, cents, prepaid: true, changeForCents: null }],
      delivery: null,
      schedule: null,
      indoor: { place: 'Teste' },
      notes: 'Não prepare: é só para ver se tudo chega.',
    },
    items: its.items,
    events: [
      {
        id: uuidv7(),
        source: 'balcao',
        source_event_id: its.orderId,
        type: 'PLACED',
        at,
        actor_uid: caller.uid,
        actor_name: caller.name,
        data: null,
      },
    ],
    outbox: [],
  }
}

const moneyOf = (items: readonly IncomingItem[]) =>
  moneyColumns({
    items: items.map((item) => ({ totalCents: item.total_cents })),
    fees: [],
    discounts: [],
  })
