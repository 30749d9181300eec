import { sql } from 'kysely'
import type { findKnownCustomer as findRoute } from '../../../contract/orders/known-customer.ts'
import type { OrderAddress } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { audit } from '../../identity/identity.ts'
import { phoneOfStore } from '../../stores/stores.ts'

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
      const { rows } = await sql<{
        displayId: string
        at: Date
        orderCents: number
        address: OrderAddress | null
        items: string | null
      }>`
        select o.display_id as "displayId", o.created_at as at, o.order_cents as "orderCents",
          o.detail -> 'delivery' -> 'address' as address,
          (select string_agg(trim_scale(i.quantity_milli / 1000.0) || ' ' || i.name, ', ' order by i.line)
            from order_items i where i.store_id = o.store_id and i.order_id = o.id) as items
        from orders o
        where o.store_id = ${storeId} and o.customer_id = ${known.id} and not o.is_test
        order by o.business_day desc, o.created_at desc limit 10`.execute(tx)
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
          lastOrders: rows.slice(0, 3).map(({ displayId, at, items, orderCents }) => ({
            displayId,
            at: at.toISOString(),
            items: items ?? '',
            orderCents,
          })),
        },
      }
    },
    { uid: caller.uid },
  )
}

function distinct(addresses: readonly OrderAddress[]): OrderAddress[] {
  const byDoor = new Map<string, OrderAddress>()
  for (const address of addresses) {
    const { street, number, complement } = address
    const door = [street, number, complement ?? ''].join('|').toLowerCase()
    if (!byDoor.has(door)) byDoor.set(door, address)
  }
  return [...byDoor.values()].slice(0, maxAddresses)
}
