import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { dayMs, minuteMs } from '../../contract/shared/durations.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { productKey } from '../../contract/menu/product-key.ts'
import { moneyColumns, sum, type IncomingOrder } from '../../server/orders/taking/order-batch.ts'
import { chosenOptions } from '../demo-menus.ts'
import { timelineOf, type LifeInput } from './demo-life.ts'
import { firstNames, lastNames, noteOf } from './demo-words.ts'
import { demoPlace } from '../demo-places.ts'
import type { DemoDish } from '../demo-stores.ts'
import { seededRandom, type Random } from '../random.ts'

export interface DemoOrderInput extends LifeInput {
  readonly platform: 'balcao' | 'ifood'
}

export interface DemoOrder {
  readonly order: IncomingOrder
  readonly review: { readonly score: number; readonly at: Date } | null
}

/** A realistic order, with a complete timeline if it is in the past. */
export function demoOrder(input: DemoOrderInput): DemoOrder {
  const { store, at, random, platform } = input
  const id = uuidv7()
  const type = random.weighted<Order['type']>(
    [
      ['DELIVERY', 76],
      ['TAKEOUT', 17],
      ['INDOOR', platform === 'balcao' ? 7 : 0],
    ],
    'DELIVERY',
  )
  const items = itemsOf(store.menu, random)
  const gross = sum(items.map((item) => item.total_cents))
  const byMarketplace = platform === 'ifood' && store.commissionBps > 2000
  const fees: Order['fees'] =
    type === 'DELIVERY'
      ? [
          {
            type: 'DELIVERY_FEE',
            cents: 400 + random.int(9) * 100,
            receivedBy: byMarketplace ? 'MARKETPLACE' : 'MERCHANT',
          },
        ]
      : []
  if (type === 'INDOOR')
    fees.push({ type: 'SERVICE_FEE', cents: Math.round(gross * 0.1), receivedBy: 'MERCHANT' })
  if (type === 'DELIVERY' && random.chance(0.04))
    fees.push({ type: 'TIP', cents: 300 + random.int(5) * 100, receivedBy: 'MERCHANT' })
  const discounts = discountsOf(gross, platform, random)
  const money = moneyColumns({
    items: items.map((item) => ({ totalCents: item.total_cents })),
    fees,
    discounts,
  })
  const orderCents =
    gross + sum(fees.map((fee) => fee.cents)) - sum(discounts.map((discount) => discount.cents))
  const payments = paymentsOf(orderCents, platform, random)
  const prepaid = sum(payments.filter((payment) => payment.prepaid).map((payment) => payment.cents))
  const customer = customerOf(input)
  const promise = type === 'DELIVERY' ? 50 : 25
  const life = timelineOf(input, type, promise)
  const cancelled = life.status === 'cancelled'
  const refund = !cancelled && life.status === 'concluded' && platform === 'balcao' && random.chance(0.012)
  const refundCents = refund ? Math.min(gross - money.store_discount_cents, items[0]?.total_cents ?? 0) : 0
  const order: IncomingOrder = {
    store_id: store.id,
    id,
    display_id: platform === 'ifood' ? String(1000 + random.int(9000)) : null,
    platform,
    merchant_id: platform === 'ifood' ? store.merchantId : '',
    external_id: platform === 'ifood' ? randomUUID() : id,
    type,
    timing: 'INSTANT',
    status: life.status,
    created_at: at.toISOString(),
    status_since: life.since.toISOString(),
    promised_at: new Date(at.getTime() + promise * minuteMs).toISOString(),
    preparation_start_at: null,
    confirm_by: null,
    completed_at: life.completedAt?.toISOString() ?? null,
    cancelled_from: life.cancelledFrom,
    customer: { id: uuidv7(), name: customer.name, phone: customer.phone },
    ...money,
    refund_cents: refundCents,
    commission_cents:
      platform === 'ifood'
        ? Math.round(((gross - money.store_discount_cents) * store.commissionBps) / 10_000)
        : 0,
    payment_fee_cents: platform === 'ifood' ? Math.round((prepaid * 320) / 10_000) : 0,
    logistics_cents: byMarketplace ? money.delivery_fee_cents : 0,
    order_cents: orderCents,
    is_test: false,
    detail: {
      customer: {
        name: customer.name,
        phone: customer.phone,
        document: null,
        ordersCount: customer.ordersCount,
      },
      fees,
      discounts,
      payments,
      delivery:
        type === 'DELIVERY'
          ? {
              deliveredBy: byMarketplace ? 'MARKETPLACE' : 'MERCHANT',
              pickupCode: platform === 'ifood' ? String(1000 + random.int(9000)) : null,
              notes: null,
              address: {
                street: customer.place.street,
                number: String(10 + random.int(900)),
                complement: random.chance(0.4) ? `Ap. ${10 + random.int(120)}` : null,
                reference: null,
                district: customer.place.district,
                city: store.city,
                state: store.state,
                zipCode: customer.place.district === store.district ? store.zipCode : null,
                lat: customer.place.lat,
                lng: customer.place.lng,
              },
            }
          : null,
      schedule: null,
      indoor: type === 'INDOOR' ? { place: `Mesa ${1 + random.int(18)}` } : null,
      notes: null,
      ...(cancelled ? { cancellation: life.cancellation } : {}),
    },
    items,
    events: life.events.map((event) => ({
      id: uuidv7(),
      source: platform,
      source_event_id: randomUUID(),
      type: event.type,
      at: event.at.toISOString(),
      actor_uid: null,
      actor_name: null,
      data: event.data ?? null,
    })),
    outbox: [],
  }
  const rated = platform === 'ifood' && life.status === 'concluded' && random.chance(0.22)
  const late = life.completedAt !== null && life.completedAt.getTime() > at.getTime() + promise * minuteMs
  return {
    order,
    review: rated
      ? {
          score: random.weighted<number>(
            late
              ? [
                  [1, 14],
                  [2, 14],
                  [3, 22],
                  [4, 28],
                  [5, 22],
                ]
              : [
                  [2, 2],
                  [3, 6],
                  [4, 26],
                  [5, 66],
                ],
            5,
          ),
          at: new Date(life.since.getTime() + 3 * 3_600_000),
        }
      : null,
  }
}

function itemsOf(menu: readonly DemoDish[], random: Random): IncomingOrder['items'] {
  const lines = random.weighted<number>(
    [
      [1, 30],
      [2, 38],
      [3, 22],
      [4, 10],
    ],
    2,
  )
  const chosen = new Map<string, DemoDish>()
  for (let tries = 0; chosen.size < lines && tries < 12; tries += 1) {
    const dish = random.weighted(
      menu.map((d) => [d, d.weight] as const),
      menu[0] ?? { code: '', name: '', cents: 0, category: '', weight: 1 },
    )
    chosen.set(dish.code, dish)
  }
  return [...chosen.values()].map((dish, index) => {
    const quantity = random.weighted<number>(
      [
        [1, 76],
        [2, 19],
        [3, 5],
      ],
      1,
    )
    const options = chosenOptions(dish.category, random)
    return {
      line: index + 1,
      product_key: productKey(dish.code, dish.name),
      name: dish.name,
      quantity_milli: quantity * 1_000,
      unit_price_cents: dish.cents,
      total_cents: (dish.cents + sum(options.map((option) => option.unitPriceCents))) * quantity,
      detail: {
        externalCode: dish.code,
        notes: random.chance(0.12) ? noteOf(dish.category, random) : null,
        options,
      },
    }
  })
}

function discountsOf(gross: number, platform: 'balcao' | 'ifood', random: Random): Order['discounts'] {
  if (!random.chance(platform === 'ifood' ? 0.24 : 0.1)) return []
  const cents = Math.min(Math.round(gross * 0.3), 500 + random.int(4) * 250)
  const byStore = platform === 'balcao' ? cents : Math.round(cents * random.between(0.2, 0.6))
  return [
    {
      cents,
      target: 'CART',
      sponsors: [
        { name: 'MERCHANT', cents: byStore },
        ...(cents > byStore ? [{ name: 'MARKETPLACE', cents: cents - byStore }] : []),
      ],
    },
  ]
}

function paymentsOf(cents: number, platform: 'balcao' | 'ifood', random: Random): Order['payments'] {
  const method = random.weighted<string>(
    platform === 'ifood'
      ? [
          ['CREDIT', 52],
          ['PIX', 26],
          ['DEBIT', 8],
          ['MEAL_VOUCHER', 9],
          ['CASH', 5],
        ]
      : [
          ['PIX', 46],
          ['CREDIT', 26],
          ['DEBIT', 14],
          ['CASH', 14],
        ],
    'PIX',
  )
  const prepaid = platform === 'ifood' ? method !== 'CASH' : method === 'PIX'
  const brand =
    method === 'CREDIT' || method === 'DEBIT'
      ? random.pick(['VISA', 'MASTERCARD', 'ELO'])
      : method === 'MEAL_VOUCHER'
        ? random.pick(['ALELO', 'VR'])
        : null
  const changeForCents = method === 'CASH' && random.chance(0.7) ? Math.ceil(cents / 5_000) * 5_000 : null
  return [{ method, brand, cents, prepaid, changeForCents: changeForCents === cents ? null : changeForCents }]
}

function customerOf({ store, platform, random, at }: DemoOrderInput) {
  // Half of the orders come from regulars. The other customers order a few times within three months,
  // and six new ones a day replace them.
  const number = random.chance(0.5)
    ? Math.floor(250 * random.next() ** 1.5)
    : 1_000 + Math.floor(at.getTime() / dayMs) * 6 + random.int(500)
  const person = seededRandom(number * 131 + store.ordersPerDay * 7_919)
  const name = `${person.pick(firstNames)} ${person.pick(lastNames)}`
  const place = demoPlace(store, person)
  if (platform === 'ifood')
    return { name, place, phone: null, ordersCount: random.chance(0.35) ? 1 : 2 + random.int(12) }
  const area = store.state === 'AM' ? '92' : '11'
  const tail = String(10_000_000 + ((number * 7_919 + store.ordersPerDay * 104_729) % 89_999_999)).slice(0, 8)
  return { name, place, phone: `+55${area}9${tail}`, ordersCount: null }
}
