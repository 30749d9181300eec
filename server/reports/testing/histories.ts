import fc from 'fast-check'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { cancelOrder } from '../../orders/states/cancel-order.ts'
import { concludeOrder } from '../../orders/states/conclude-order.ts'
import { confirmOrder } from '../../orders/states/confirm-order.ts'
import { deliverOrder } from '../../orders/states/deliver-order.ts'
import { dispatchOrder } from '../../orders/states/dispatch-order.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { orderInbox } from '../../orders/orders.ts'
import { markReady } from '../../orders/states/mark-ready.ts'
import { startPreparation } from '../../orders/states/start-preparation.ts'
import { moneyColumns, type IncomingOrder } from '../../orders/taking/order-batch.ts'
import { refundOrder } from '../../orders/edits/refund-order.ts'
import { runningDay, type StoreClock } from '../figures/store-clock.rules.ts'

/** Random histories of orders for the reports' tests, executed through the real calls of a store. */
export interface Snapshot {
  readonly now: Date
}

export interface TestStore extends StoreClock {
  readonly id: string
}

export interface PlannedOrder {
  readonly store: number
  /** '' for the own channel, else an iFood merchant. */
  readonly channel: string
  readonly back: number
  /** Real time since the business day began. */
  readonly minute: number
  readonly type: OrderType
  readonly items: readonly { product: number; quantity: number; cents: number }[]
  readonly deliveryCents: number
  readonly serviceCents: number
  readonly tipCents: number
  readonly storeDiscountCents: number
  readonly marketplaceDiscountCents: number
  /** Paid with two methods. */
  readonly split: boolean
  readonly customer: number | null
  readonly fate: 'open' | 'concluded' | 'cancelled' | 'refused' | 'refunded'
  readonly late: boolean
  readonly score: number | null
  readonly refundCents: number
  /** Days from the sale to its refunds; those that would lie ahead are given at once. */
  readonly refundDays?: number
  /** As typed, for a delivery. */
  readonly district?: string | null
  readonly coupon?: string | null
  /** One of the store's two couriers. */
  readonly driver?: number | null
  /** A marketplace's test order, which is no sale. */
  readonly isTest?: boolean
  /** Minutes from the order to the begin of its window; a history that names none has only orders for now. */
  readonly ahead?: number | null
}

const minute = 60_000
const amount = (most: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: most }))

/** A concluded delivery of yesterday with a discount, two payments and a refund; tests change what they are about. */
export const plainOrder: PlannedOrder = {
  store: 0,
  channel: '',
  back: 1,
  minute: 300,
  type: 'DELIVERY',
  items: [{ product: 1, quantity: 2, cents: 3_000 }],
  deliveryCents: 700,
  serviceCents: 0,
  tipCents: 0,
  storeDiscountCents: 300,
  marketplaceDiscountCents: 0,
  split: true,
  customer: 1,
  fate: 'concluded',
  late: false,
  score: null,
  refundCents: 150,
}

export const orderOf: fc.Arbitrary<PlannedOrder> = fc.record({
  store: fc.integer({ min: 0, max: 2 }),
  channel: fc.constantFrom('', '', 'm-1', 'm-2'),
  back: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 7, 7, 7, 8, 14, 21, 28),
  // Around the cuts, in the evening.
  minute: fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 900, max: 1_439 })),
  type: fc.constantFrom<OrderType>('DELIVERY', 'TAKEOUT', 'INDOOR'),
  items: fc.array(
    fc.record({
      product: fc.integer({ min: 1, max: 5 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      cents: fc.integer({ min: 1_000, max: 9_999 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  deliveryCents: amount(1_500),
  serviceCents: amount(300),
  tipCents: amount(500),
  storeDiscountCents: amount(400),
  marketplaceDiscountCents: amount(400),
  split: fc.boolean(),
  customer: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 3 })),
  fate: fc.constantFrom('open', 'concluded', 'concluded', 'cancelled', 'refused', 'refunded'),
  late: fc.boolean(),
  score: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5 })),
  // Even the cheapest order minus the store's largest discount covers both refunds.
  refundCents: fc.integer({ min: 1, max: 590 }),
  refundDays: fc.constantFrom(0, 0, 1, 3, 7),
  district: fc.constantFrom(null, 'Centro', ' centro ', 'São  José', 'SAO JOSE', ''),
  coupon: fc.constantFrom(null, null, 'VOLTA10', ' volta10', 'Primeira'),
  driver: fc.constantFrom(null, null, 0, 1),
  isTest: fc.constantFrom(false, false, false, false, false, true),
  // Later the same day, the next days, or the same weekday a week later.
  ahead: fc.constantFrom(null, null, null, null, null, null, 95, 300, 1_310, 1_440, 10_080),
})

/** Three new stores: São Paulo, Manaus with a day start that changed ten days ago, São Paulo from 04:30. */
export async function makeStores(owner: pg.Client, moment: Snapshot): Promise<readonly TestStore[]> {
  const moved = addDays(localParts(moment.now, 'America/Manaus').day, -10)
  const since = { effectiveFrom: '2010-01-01', startsAt: '04:00' }
  const stores: TestStore[] = [
    ['America/Sao_Paulo', [since]] as const,
    ['America/Manaus', [{ effectiveFrom: moved, startsAt: '06:00' }, since]] as const,
    ['America/Sao_Paulo', [{ ...since, startsAt: '04:30' }]] as const,
  ].map(([timezone, dayStarts]) => {
    const id = uuidv7()
    return { id, storeId: id, timezone, dayStarts, merchants: null }
  })
  for (const [index, store] of stores.entries()) {
    await owner.query(
      `insert into stores (id, name, brand_name, menu_slug, address, timezone) values ($1, $2, 'B', $3, '{}', $4)`,
      [store.id, `Loja ${index}`, store.id, store.timezone],
    )
    for (const start of store.dayStarts) {
      await owner.query(
        'insert into store_day_starts (store_id, effective_from, starts_at) values ($1, $2, $3)',
        [store.id, start.effectiveFrom, start.startsAt],
      )
    }
  }
  return stores
}

/** The order when it is placed. */
export function incomingOrder(
  stores: readonly TestStore[],
  moment: Snapshot,
  planned: PlannedOrder,
): IncomingOrder {
  const store = stores[planned.store]
  if (!store) throw new Error('no such store')
  const ifood = planned.channel !== ''
  const at = placedAt(store, moment, planned)
  const start = typeof planned.ahead === 'number' ? new Date(at.getTime() + planned.ahead * minute) : null
  const promised = new Date((start ?? at).getTime() + 40 * minute)
  const items = planned.items.map((item, index) => ({
    line: index + 1,
    product_key: `P-${item.product}`,
    name: `Produto ${item.product}`,
    quantity_milli: item.quantity * 1_000,
    unit_price_cents: item.cents,
    total_cents: item.quantity * item.cents,
    detail: null,
  }))
  const fee = (type: string, cents: number, receivedBy: 'MERCHANT' | 'MARKETPLACE' = 'MERCHANT') =>
    cents > 0 ? [{ type, cents, receivedBy }] : []
  const fees = [
    ...fee('DELIVERY_FEE', planned.deliveryCents),
    ...fee('SERVICE_FEE', planned.serviceCents, ifood ? 'MARKETPLACE' : 'MERCHANT'),
    ...fee('TIP', planned.tipCents),
  ]
  // On the own channel the store pays every discount.
  const marketplaceCents = ifood ? planned.marketplaceDiscountCents : 0
  const chainCents = Math.floor(marketplaceCents / 3)
  const sponsors = [
    { name: 'MERCHANT', cents: planned.storeDiscountCents },
    { name: 'MARKETPLACE', cents: marketplaceCents - chainCents },
    { name: 'CHAIN', cents: chainCents },
  ].filter((sponsor) => sponsor.cents > 0)
  const discountCents = planned.storeDiscountCents + marketplaceCents
  const code = planned.coupon ? { code: planned.coupon } : {}
  const discounts = discountCents > 0 ? [{ cents: discountCents, target: 'CART', sponsors, ...code }] : []
  const money = moneyColumns({
    items: items.map((item) => ({ totalCents: item.total_cents })),
    fees,
    discounts,
  })
  const orderCents =
    money.gross_cents + planned.deliveryCents + planned.serviceCents + planned.tipCents - discountCents
  const half = planned.split ? Math.floor(orderCents / 2) : 0
  const pay = (method: string, prepaid: boolean, cents: number) =>
    cents > 0 ? [{ method, prepaid, cents, brand: null, changeForCents: null }] : []
  const phone = planned.customer === null || ifood ? null : `+551190000000${planned.customer}`
  const id = uuidv7()
  return {
    store_id: store.id,
    id,
    display_id: null,
    platform: ifood ? 'ifood' : 'balcao',
    merchant_id: planned.channel,
    external_id: id,
    type: planned.type,
    timing: start ? 'SCHEDULED' : 'INSTANT',
    status: 'placed',
    created_at: at.toISOString(),
    status_since: at.toISOString(),
    promised_at: planned.score === 3 ? null : promised.toISOString(),
    preparation_start_at: null,
    confirm_by: null,
    completed_at: null,
    cancelled_from: null,
    customer: { id: uuidv7(), name: 'Cliente', phone },
    ...money,
    refund_cents: 0,
    commission_cents: ifood ? Math.round(money.gross_cents * 0.12) : 0,
    payment_fee_cents: ifood ? 37 : 0,
    logistics_cents: ifood ? 99 : 0,
    order_cents: orderCents,
    is_test: planned.isTest ?? false,
    detail: {
      customer: { name: 'Cliente', phone, document: null, ordersCount: null },
      fees,
      discounts,
      payments: [...pay('PIX', true, half), ...pay(ifood ? 'CREDIT' : 'CASH', ifood, orderCents - half)],
      delivery: typeof planned.district === 'string' ? deliveryTo(planned.district) : null,
      schedule: start && { start: start.toISOString(), end: promised.toISOString() },
      indoor: null,
      notes: null,
    },
    items,
    events: [],
    outbox: [],
  }
}

const deliveryTo = (district: string): NonNullable<Order['delivery']> => ({
  deliveredBy: 'MERCHANT',
  address: {
    street: 'Rua',
    number: '1',
    complement: null,
    reference: null,
    district,
    city: 'São Paulo',
    state: 'SP',
    zipCode: null,
    lat: null,
    lng: null,
  },
  pickupCode: null,
  notes: null,
})

function placedAt(store: TestStore, { now }: Snapshot, { back, minute: minutes }: PlannedOrder): Date {
  const day = addDays(runningDay(store, now), -back)
  const start = store.dayStarts.find((each) => each.effectiveFrom <= day)?.startsAt ?? '04:00'
  const wished = Date.parse(`${day}T${start}:00Z`)
  const local = localParts(new Date(wished), store.timezone)
  const behind = wished - (Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * minute)
  return new Date(wished + behind + minutes * minute + (minutes % 60) * 1_000)
}

/** What happens to the order afterwards, through the real calls and the marketplace's inbox. */
export async function applyFate(
  depsAt: (now: Date) => Deps,
  order: IncomingOrder,
  planned: PlannedOrder,
  moment: Snapshot,
): Promise<void> {
  const done = Date.parse(order.created_at) + (planned.late ? 55 : 33) * minute
  if (typeof planned.driver === 'number') await assignDriver(depsAt(moment.now), order, planned.driver)
  if (order.platform === 'ifood') await runAtMarketplace(depsAt(moment.now), order, planned, done)
  else await runAtStore(depsAt, order, planned, { done, now: moment.now })
  if (planned.score !== null && order.platform === 'ifood' && !order.is_test) {
    await withStoreScope(depsAt(moment.now).cells, [order.store_id], (tx) =>
      tx
        .insertInto('reviews')
        .columns([
          'store_id',
          'id',
          'source',
          'source_review_id',
          'order_external_id',
          'business_day',
          'score',
          'created_at',
        ])
        .expression((build) =>
          build
            .selectFrom('orders')
            .select((select) => [
              'store_id',
              select.val(uuidv7()).as('id'),
              select.val('ifood').as('source'),
              'external_id as source_review_id',
              'external_id',
              'business_day',
              select.val(planned.score ?? 5).as('score'),
              'created_at',
            ])
            .where('store_id', '=', order.store_id)
            .where('id', '=', order.id),
        )
        .execute(),
    )
  }
}

/** Like assign-motoboy; a courier is created with their first order. */
async function assignDriver({ cells }: Deps, order: IncomingOrder, driver: number): Promise<void> {
  await withStoreScope(cells, [order.store_id], async (tx) => {
    const name = `Motoboy ${driver}`
    const known = await tx
      .selectFrom('motoboys')
      .select('id')
      .where('store_id', '=', order.store_id)
      .where('name', '=', name)
      .executeTakeFirst()
    const id = known?.id ?? uuidv7()
    if (!known) await tx.insertInto('motoboys').values({ store_id: order.store_id, id, name }).execute()
    await tx
      .updateTable('orders')
      .set({ motoboy_id: id })
      .where('store_id', '=', order.store_id)
      .where('id', '=', order.id)
      .execute()
  })
}

async function runAtStore(
  depsAt: (now: Date) => Deps,
  order: IncomingOrder,
  planned: PlannedOrder,
  { done, now: last }: { readonly done: number; readonly now: Date },
): Promise<void> {
  const call = (ms: number, body: object = {}): never => {
    const now = new Date(ms)
    const caller = { uid: 'test', name: 'Teste' }
    return {
      deps: depsAt(now),
      caller,
      storeId: order.store_id,
      now,
      params: { orderId: order.id },
      body,
    } as never
  }
  const { fate, type } = planned
  if (fate === 'open') return
  if (fate !== 'refused') await confirmOrder(call(done - 30 * minute))
  if (fate === 'cancelled' || fate === 'refused') {
    await cancelOrder(call(done, { code: 'no-courier' }))
    return
  }
  if (order.timing === 'SCHEDULED') await startPreparation(call(done - 20 * minute))
  await markReady(call(done - 12 * minute))
  if (type === 'DELIVERY') await dispatchOrder(call(done - 9 * minute))
  await (type === 'INDOOR' ? concludeOrder(call(done)) : deliverOrder(call(done)))
  if (type !== 'INDOOR') await concludeOrder(call(done + 5 * minute))
  if (fate !== 'refunded') return
  const after = (planned.refundDays ?? 0) * 1_440 * minute
  const given = done + after < last.getTime() ? done + after : done
  await refundOrder(call(given + 60 * minute, { cents: planned.refundCents, reason: 'Faltou item' }))
  // Every second one gives back the rest too, delivery and tip included.
  const more = planned.refundCents % 2 === 0 ? order.order_cents - planned.refundCents : 7
  if (planned.late) await refundOrder(call(given + 90 * minute, { cents: more, reason: 'Faltou mais' }))
}

async function runAtMarketplace(
  deps: Deps,
  order: IncomingOrder,
  { fate }: PlannedOrder,
  done: number,
): Promise<void> {
  const codes =
    fate === 'open'
      ? ['PLACED']
      : fate === 'refused'
        ? ['PLACED', 'CANCELLED']
        : fate === 'cancelled'
          ? ['PLACED', 'CONFIRMED', 'CANCELLED']
          : ['PLACED', 'CONFIRMED', 'READY_TO_PICKUP', 'CONCLUDED']
  await withStoreScope(deps.cells, [order.store_id], (tx) =>
    tx
      .insertInto('inbox')
      .values(
        codes.map((code, index) => ({
          store_id: order.store_id,
          source: 'ifood',
          event_id: uuidv7(),
          order_external_id: order.external_id,
          code,
          payload: JSON.stringify({ id: `${order.external_id}/${index}`.slice(-90), code }),
          partner_at: new Date(done - (codes.length - 1 - index) * 9 * minute),
          via: 'polling',
          next_try_at: new Date(0),
        })),
      )
      .execute(),
  )
  await handleInbox(deps, order.store_id, orderInbox)
}
