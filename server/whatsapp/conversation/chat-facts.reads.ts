import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { localParts } from '../../../contract/shared/day.ts'
import { orderAddress, type OrderAddress } from '../../../contract/orders/orders.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { menuOf } from '../../menu/menu.ts'
import { isServiceOff, openStatus, storesById, whenText, type StoreRow } from '../../stores/stores.ts'
import type { ContactRow } from '../messaging/contacts.ts'
import type { ChatFacts } from './chat/chat-state.ts'
import { chatMenu } from './chat-menu.rules.ts'
import { addressText, deliverySpan, weekText } from './store-facts.rules.ts'
import { storeZones } from '../../delivery/delivery.ts'
import { repeatable, type OrderedItem } from './chat/last-order.rules.ts'

const maxAddresses = 3

/** Everything that the chat's rules need to know about the store and this customer now. */
export async function chatFactsOf(
  tx: Transaction<Cell>,
  contact: ContactRow,
  { greeting, now }: { readonly greeting: string; readonly now: Date },
): Promise<ChatFacts> {
  const storeId = contact.store_id
  const [row] = await storesById(tx, [storeId], now)
  if (!row) throw new AppError('store/not-found')
  const { store, today } = row
  const whole = await menuOf(tx, storeId, now)
  const menu = chatMenu(whole, now, today.timezone)
  const keys = new Map(whole.items.map(({ id, productKey }) => [id, productKey]))
  const before = await earlierOrders(tx, contact, now)
  const zones = await storeZones(tx, storeId)
  return {
    now,
    customerName: contact.name,
    store: {
      name: store.name,
      ...openness(row, now),
      greeting,
      delivers: !isServiceOff(today.off, 'DELIVERY'),
      takeout: !isServiceOff(today.off, 'TAKEOUT'),
      city: store.address.city,
      state: store.address.state,
      addressText: addressText(store.address),
      weekText: weekText(today.schedule.week),
      delivery: deliverySpan(zones),
    },
    menu,
    lastOrder: repeatable(before.lastItems, menu, ({ id }) => keys.get(id) ?? ''),
    addresses: before.addresses,
    openOrderText: before.openOrderText,
    isOrderLate: before.isOrderLate,
  }
}

function openness({ today }: StoreRow, now: Date): Pick<ChatFacts['store'], 'open' | 'openText'> {
  const { open, nextChange } = openStatus(today, now)
  const at = nextChange === null ? null : new Date(nextChange)
  if (!open) {
    const openText =
      at === null
        ? 'Estamos fechados agora.'
        : `Estamos fechados e abrimos ${whenText(at, now, today.timezone)}.`
    return { open, openText }
  }
  if (at === null) return { open, openText: 'Estamos abertos.' }
  const { hour, minute } = localParts(at, today.timezone)
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return { open, openText: `Estamos abertos até ${time}.` }
}

const statusTexts: Partial<Readonly<Record<OrderStatus, string>>> = {
  placed: 'espera a loja aceitar',
  confirmed: 'foi aceito',
  preparing: 'está em preparo',
  ready: 'está pronto',
  dispatched: 'saiu para entrega',
}

interface Earlier {
  readonly addresses: readonly OrderAddress[]
  readonly lastItems: readonly OrderedItem[]
  readonly openOrderText: string | null
  readonly isOrderLate: boolean
}

/** The customer's past orders. Without a phone number, a customer has none. */
async function earlierOrders(
  tx: Transaction<Cell>,
  { store_id: storeId, phone }: ContactRow,
  now: Date,
): Promise<Earlier> {
  if (phone === null) return { addresses: [], lastItems: [], openOrderText: null, isOrderLate: false }
  const { rows } = await sql<{
    id: string
    displayId: string
    status: OrderStatus
    open: boolean
    address: unknown
    promisedAt: Date | null
  }>`
    select o.id, o.display_id as "displayId", o.status, o.open, o.promised_at as "promisedAt", o.detail -> 'delivery' -> 'address' as address
    from customers c join orders o on o.store_id = c.store_id and o.customer_id = c.id
    where c.store_id = ${storeId} and c.phone = ${`+${phone}`} and not o.is_test and o.status <> 'cancelled'
    order by o.business_day desc, o.created_at desc limit 10`.execute(tx)
  const [last] = rows
  const running = rows.find(({ open }) => open)
  const statusText = running && statusTexts[running.status]
  return {
    addresses: distinct(rows.flatMap(({ address }) => z.safeParse(orderAddress, address).data ?? [])),
    lastItems: last ? await itemsOfOrder(tx, storeId, last.id) : [],
    openOrderText: running && statusText ? `Seu pedido ${running.displayId} ${statusText}.` : null,
    isOrderLate: running?.promisedAt !== null && running !== undefined && running.promisedAt < now,
  }
}

async function itemsOfOrder(tx: Transaction<Cell>, storeId: string, orderId: string): Promise<OrderedItem[]> {
  const rows = await tx
    .selectFrom('order_items')
    .select(['product_key', 'quantity_milli', 'detail'])
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  // Items that cannot be parsed are not offered again.
  return rows.flatMap((row) => {
    const read = z.safeParse(itemDetail, row.detail)
    if (!read.success) return []
    const options = read.data?.options ?? []
    return [{ productKey: row.product_key, quantity: row.quantity_milli / 1_000, options }]
  })
}

const itemDetail = z.nullable(
  z.object({ options: z.optional(z.array(z.object({ name: z.string(), quantity: z.number() }))) }),
)

function distinct(addresses: readonly OrderAddress[]): OrderAddress[] {
  const byPlace = new Map<string, OrderAddress>()
  for (const address of addresses) {
    const place = [address.street, address.number, address.complement ?? ''].join('|').toLowerCase()
    // A row of a list needs a text.
    if (address.street !== '' && !byPlace.has(place)) byPlace.set(place, address)
  }
  return [...byPlace.values()].slice(0, maxAddresses)
}
