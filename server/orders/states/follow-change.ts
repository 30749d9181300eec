import type { Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Order, OrderPart } from '../../../contract/orders/orders.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { addressText } from '../edits/change-address.ts'
import { paymentsText } from '../edits/change-payment.ts'
import { costs, detailOf, itemRow } from '../taking/marketplace-order.ts'
import { channelTerms } from '../taking/take-marketplace-order.ts'
import { lockOrder, patchOrder, recordEvent, type LockedOrder } from './change-order.ts'

type Row = NonNullable<LockedOrder>

export interface Change {
  /** The row after the change. */
  readonly order: Row
  /** The event that tells of it. */
  readonly eventId: string
  readonly data: { readonly note: string; readonly version: number }
}

interface Read {
  readonly read: MarketplaceOrder
  readonly events: readonly MarketplaceEvent[]
  readonly now: Date
}

/**
 * Brings an order to what its marketplace made of it: items, values, address, payment, times. The figures follow in
 * the same transaction. Null: nothing that we show changed, or the events told of it before.
 */
export async function followChange(
  tx: Transaction<Cell>,
  row: Row,
  { read, events, now }: Read,
): Promise<Change | null> {
  const { store_id: storeId, id: orderId, platform } = row
  const event = (await unrecorded(tx, row, events)).findLast(({ type }) => type === 'changed')
  const before = event ? await oneOrder(tx, storeId, orderId) : null
  if (!event || !before) return null
  const changes = changesOf(before, read)
  const parts = Object.keys(changes) as OrderPart[]
  if (parts.length === 0) return null
  await patchOrder(
    tx,
    storeId,
    orderId,
    {
      items: read.items.map(itemRow),
      costs: costs(read, await channelTerms(tx, storeId, platform)),
      orderCents: read.orderCents,
      ...(read.promisedAt ? { promisedAt: read.promisedAt } : {}),
      ...(read.preparationStartAt ? { preparationStartAt: read.preparationStartAt } : {}),
      detail: { ...detailOf(read, { platform }), changed: { at: event.at.toISOString(), parts } },
    },
    now,
  )
  const version = row.version + 1
  if (changes.address !== undefined)
    // An event of its own: former addresses are hidden with the contacts of an ended order.
    await recordEvent(tx, storeId, orderId, {
      source: platform,
      sourceEventId: `${event.id}:address`,
      type: 'ADDRESS_CHANGED',
      at: event.at,
      data: { note: changes.address, version },
    })
  const order = await lockOrder(tx, storeId, orderId)
  const { address: _hidden, ...told } = changes
  const note = [...Object.values(told), ...(_hidden === undefined ? [] : ['endereço'])].join('; ')
  return order ? { order, eventId: event.id, data: { note, version } } : null
}

/** The order is locked, so nobody records them meanwhile. */
async function unrecorded(
  tx: Transaction<Cell>,
  row: Row,
  events: readonly MarketplaceEvent[],
): Promise<readonly MarketplaceEvent[]> {
  const known = await tx
    .selectFrom('order_events')
    .select('source_event_id')
    .where('store_id', '=', row.store_id)
    .where('source', '=', row.platform)
    .where(
      'source_event_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  return events.filter(({ id }) => known.every((one) => one.source_event_id !== id))
}

/** What differs, each with the words for the timeline. */
function changesOf(before: Order, after: MarketplaceOrder): Partial<Record<OrderPart, string>> {
  const money = (order: Pick<Order, 'fees' | 'discounts'>) => [order.fees, order.discounts]
  const totals = [before.totals.orderCents, after.orderCents] as const
  const address = [before.delivery?.address ?? null, after.delivery?.address ?? null] as const
  const delivery = [before.delivery, after.delivery].map((one) => one && { ...one, address: null })
  const times = [
    [before.promisedAt, before.schedule],
    [after.promisedAt?.toISOString() ?? before.promisedAt, after.schedule],
  ]
  return {
    ...(isDeepStrictEqual(before.items, after.items) ? {} : { items: itemsText(before.items, after.items) }),
    ...(totals[0] === totals[1] && isDeepStrictEqual(money(before), money(after))
      ? {}
      : { total: `total ${moneyText(totals[0])} → ${moneyText(totals[1])}` }),
    ...(isDeepStrictEqual(before.payments, after.payments)
      ? {}
      : { payment: `${paymentsText(before.payments)} → ${paymentsText(after.payments)}` }),
    ...(isDeepStrictEqual(address[0], address[1])
      ? {}
      : { address: address.map((one) => (one ? addressText(one) : 'sem endereço')).join(' → ') }),
    ...(isDeepStrictEqual(delivery[0], delivery[1]) ? {} : { delivery: 'dados da entrega' }),
    ...(isDeepStrictEqual(times[0], times[1]) ? {} : { time: 'horário' }),
    ...(before.notes === after.notes ? {} : { notes: `observação: ${after.notes ?? 'retirada'}` }),
  }
}

type Items = readonly { readonly name: string; readonly quantity: number }[]

function itemsText(before: Items, after: Items): string {
  const count = (items: Items, name: string) =>
    items.filter((item) => item.name === name).reduce((total, item) => total + item.quantity, 0)
  const names = [...new Set([...before, ...after].map((item) => item.name))]
  const moved = names.flatMap((name) => {
    const [old, now] = [count(before, name), count(after, name)]
    if (old === now) return []
    if (old === 0) return `entrou ${quantity(now)} ${name}`
    return now === 0 ? `saiu ${quantity(old)} ${name}` : `${name}: ${quantity(old)} → ${quantity(now)}`
  })
  return moved.length > 0 ? moved.join(', ') : 'adicionais, observações ou preços dos itens'
}

const quantity = (count: number): string => `${count.toLocaleString('pt-BR')}×`
