import { sql } from 'kysely'
import { productKey } from '../../../contract/menu/product-key.ts'
import type {
  KnownCustomer,
  findKnownCustomer as findRoute,
} from '../../../contract/orders/known-customer.ts'
import type { Order, OrderAddress, OrderItem } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { audit } from '../../identity/identity.ts'
import { phoneOfStore } from '../../stores/stores.ts'
import { oneOrder } from '../board/orders.reads.ts'

const maxAddresses = 3

/** Shows personal data to every role that takes orders, so each find leaves an audit row. */
export async function findKnownCustomer(call: Call<typeof findRoute>): Promise<Reply<typeof findRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const phone = await phoneOfStore(tx, storeId, body.phone)
      const known = await tx
        .selectFrom('customers')
        .select(['id', 'name', 'orders_count'])
        .where('store_id', '=', storeId)
        .where('phone', '=', phone)
        .executeTakeFirst()
      if (!known) return { customer: null }
      const { rows } = await sql<{ id: string; address: OrderAddress | null }>`
        select id, detail -> 'delivery' -> 'address' as address
        from orders
        where store_id = ${storeId} and customer_id = ${known.id} and not is_test
        order by business_day desc, created_at desc limit 10`.execute(tx)
      const last = rows[0] ? await oneOrder(tx, storeId, rows[0].id) : null
      await audit(tx, {
        actorUid: caller.uid,
        action: 'order/customer-looked-up',
        storeId,
        subject: known.id,
        details: {},
        requestId,
        at: now,
      })
      return {
        customer: {
          name: known.name,
          ordersCount: known.orders_count,
          addresses: distinct(rows.flatMap(({ address }) => (address ? [address] : []))),
          lastOrder: last ? asLastOrder(last) : null,
        },
      }
    },
    { uid: caller.uid },
  )
}

const asLastOrder = (order: Order): NonNullable<KnownCustomer['lastOrder']> => ({
  at: order.createdAt,
  type: order.type,
  method: order.payments.toSorted((one, other) => other.cents - one.cents)[0]?.method ?? null,
  orderCents: order.totals.orderCents,
  items: order.items.map(({ externalCode, name, quantity, notes, options }) => ({
    productKey: productKey(externalCode, name),
    name,
    quantity,
    notes,
    options: options.flatMap(({ options: inner = [], ...option }) => [option, ...inner].map(asAnswer)),
  })),
})

const asAnswer = ({ groupName, name, quantity }: OrderItem['options'][number]) => ({
  groupName,
  name,
  quantity,
})

function distinct(addresses: readonly OrderAddress[]): OrderAddress[] {
  const byDoor = new Map<string, OrderAddress>()
  for (const address of addresses) {
    const { street, number, complement } = address
    const door = [street, number, complement ?? ''].join('|').toLowerCase()
    if (!byDoor.has(door)) byDoor.set(door, address)
  }
  return [...byDoor.values()].slice(0, maxAddresses)
}
