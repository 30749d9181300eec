import type { Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Order, OrderPart, SoldOption } from '../../../contract/orders/orders.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { addressText } from '../edits/change-address.ts'
import { paymentsText } from '../edits/change-payment.ts'
import { costs, detailOf, itemRow } from '../taking/marketplace-order.ts'
import { scheduledFor } from '../taking/scheduled-for.rules.ts'
import { channelTerms } from '../taking/take-marketplace-order.ts'
import { matchedItems } from '../matching/matched-items.ts'
import { changeOrder } from '../moves/change-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'

export interface Change {
  /** The row after the change. */
  readonly order: OrderRow
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
  deps: Deps,
  tx: Transaction<Cell>,
  row: OrderRow,
  { read, events, now }: Read,
): Promise<Change | null> {
  const { store_id: storeId, id: orderId, platform } = row
  const event = (await unrecorded(tx, row, events)).findLast(({ type }) => type === 'changed')
  const before = event ? await oneOrder(tx, storeId, orderId) : null
  if (!event || !before) return null
  const changes = changesOf(before, read)
  const parts = Object.keys(changes) as OrderPart[]
  if (parts.length === 0) return null
  const sold = await matchedItems(tx, { storeId, platform }, read.items.map(itemRow), now)
  const { address, ...shown } = changes
  const note = [...Object.values(shown), ...(address === undefined ? [] : ['endereço'])].join('; ')
  await changeOrder(deps, tx, row, {
    patch: {
      items: sold.items,
      costs: costs(read, await channelTerms(tx, { storeId, platform }, read.createdAt)),
      orderCents: read.orderCents,
      ...(read.promisedAt ? { promisedAt: read.promisedAt } : {}),
      ...dayAfter(row, read),
      ...(read.preparationStartAt ? { preparationStartAt: read.preparationStartAt } : {}),
      detail: {
        ...detailOf(read, { platform }),
        alcohol: sold.alcohol,
        changed: { at: event.at.toISOString(), parts },
      },
    },
    parts,
    note,
    at: now,
  })
  const version = row.version + 1
  if (address !== undefined)
    // An event of its own: former addresses are hidden with the contacts of an ended order.
    await recordEvent(tx, storeId, orderId, {
      source: platform,
      sourceEventId: `${event.id}:address`,
      type: 'ADDRESS_CHANGED',
      at: event.at,
      data: { note: address, version },
    })
  const order = await lockOrder(tx, storeId, orderId)
  return order ? { order, eventId: event.id, data: { note, version } } : null
}

/** An order that is for another time may count on another day. */
function dayAfter(row: OrderRow, read: MarketplaceOrder): { readonly scheduledFor?: string | null } {
  const then = scheduledFor({
    timing: row.timing as Order['timing'],
    created_at: row.created_at.toISOString(),
    promised_at: (read.promisedAt ?? row.promised_at)?.toISOString() ?? null,
    detail: { schedule: read.schedule },
  })
  return then === (row.scheduled_for?.toISOString() ?? null) ? {} : { scheduledFor: then }
}

/** The order is locked, so nobody records them meanwhile. */
async function unrecorded(
  tx: Transaction<Cell>,
  row: OrderRow,
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
  const total = [before.totals.orderCents, after.orderCents] as const
  const promised = after.promisedAt?.toISOString() ?? before.promisedAt
  const parts: readonly (readonly [OrderPart, before: unknown, after: unknown, words: () => string])[] = [
    [
      'items',
      [before.items.map(asSent), before.notUnderstood ?? []],
      [after.items, after.notUnderstood ?? []],
      () => itemsText(before.items, after.items),
    ],
    [
      'total',
      [total[0], before.fees, before.discounts],
      [total[1], after.fees, after.discounts],
      () => `total ${total.map(moneyText).join(' → ')}`,
    ],
    [
      'payment',
      before.payments,
      after.payments,
      () => [before.payments, after.payments].map(paymentsText).join(' → '),
    ],
    [
      'address',
      before.delivery?.address ?? null,
      after.delivery?.address ?? null,
      () => [before, after].map(placeText).join(' → '),
    ],
    ['delivery', withoutAddress(before), withoutAddress(after), () => 'dados da entrega'],
    ['time', [before.promisedAt, before.schedule], [promised, after.schedule], () => 'horário'],
    ['notes', before.notes, after.notes, () => `observação: ${after.notes ?? 'retirada'}`],
  ]
  return Object.fromEntries(
    parts.filter(([, old, now]) => !isDeepStrictEqual(old, now)).map(([part, , , words]) => [part, words()]),
  )
}

/** Without what our own menu added. */
const asSent = ({
  alcoholic: _alcoholic,
  taxClass: _taxClass,
  unmapped: _unmapped,
  productKey: _productKey,
  options,
  ...item
}: Order['items'][number]) => ({
  ...item,
  options: options.map(({ options: inner, ...option }) => ({
    ...optionAsSent(option),
    ...(inner ? { options: inner.map(optionAsSent) } : {}),
  })),
})

const optionAsSent = ({ unmapped: _unmapped, ourName: _ourName, ...option }: SoldOption) => option

type Delivered = Pick<Order, 'delivery'>

const placeText = ({ delivery }: Delivered): string =>
  delivery?.address ? addressText(delivery.address) : 'sem endereço'

const withoutAddress = ({ delivery }: Delivered) => delivery && { ...delivery, address: null }

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
