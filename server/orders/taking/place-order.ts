import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { dayMs, minuteMs } from '../../../contract/shared/durations.ts'
import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import {
  highestOrderCents,
  type Order,
  type OrderAddress,
  type PlaceOrderBody,
  type placeOrder as placeOrderRoute,
} from '../../../contract/orders/orders.ts'
import { moduleOfType } from '../../../contract/stores/module-keys.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { isSumTooLarge } from '../../db/content-refused.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { Deps } from '../../deps.ts'
import { isServiceOff, moduleOffError, phoneOfStore } from '../../stores/stores.ts'
import { itemsFromMenu } from '../../menu/menu.ts'
import { quoteOfOrder, type AgreedQuote } from './quote-of-order.ts'
import { moneyColumns, sum, type IncomingOrder, type OrderDetail } from './order-batch.ts'
import { placedRow } from './placed-row.ts'
import { withFacts } from './with-facts.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { momentText } from '../rules/auto-accept.rules.ts'
import { placingTerms, type PlacingTerms } from '../rules/order-rules.reads.ts'

/** Lead time: a scheduled order starts this long before its window. */
const leadMinutes = { DELIVERY: 45, TAKEOUT: 25, INDOOR: 25 } as const
/** The first step of the escalation (acceptance-reminder.ts). */
const reminderAfterMs = minuteMs

/**
 * Places an order on the store's own channel. Its external id is derived from the idempotency key, so
 * that a crash between the commit and the reply cannot duplicate it.
 */
export async function placeOrder(call: Call<typeof placeOrderRoute>): Promise<Reply<typeof placeOrderRoute>> {
  const { deps, storeId, body, now, caller } = call
  const externalId = externalIdOf(call)
  const order = await placeOwnOrder(deps, {
    storeId,
    body,
    now,
    platform: 'balcao',
    externalId,
    actor: caller,
  })
  // A key is valid for a day; reusing it later places a new order, even with the same body.
  if (externalId === null || Date.parse(order.createdAt) >= now.getTime() - dayMs) return order
  const again = `${externalId}.${now.toISOString().slice(0, 10)}`
  return placeOwnOrder(deps, { storeId, body, now, platform: 'balcao', externalId: again, actor: caller })
}

interface OwnOrder {
  readonly storeId: string
  readonly body: PlaceOrderBody
  readonly now: Date
  readonly platform: Platform
  /** Names the order on its channel: a second one with it answers the first. Null: a new order each time. */
  readonly externalId: string | null
  /** Who placed it, for its timeline. */
  readonly actor: { readonly uid: string | null; readonly name: string | null }
}

/**
 * Places an order of one of the store's own channels, by phone or by chat. Checked against the store's pace, its
 * services, its menu and the quote; throws an AppError where they say no.
 */
export async function placeOwnOrder(deps: Deps, given: OwnOrder): Promise<Order> {
  const { storeId, body, now } = given
  rejectWrongSums(body)
  rejectWrongFacts(body, now)
  const { phone, terms, menu, sold, agreed } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const found = await itemsFromMenu(tx, storeId, body.items, now)
    const typed = body.customer.phone
    return {
      phone: typed === null ? null : await phoneOfStore(tx, storeId, typed, 'customer.phone'),
      terms: await placingTerms(tx, storeId, now),
      menu: found,
      sold: await withFacts(tx, storeId, found.items.map(placedRow)),
      agreed: await quoteOfOrder(tx, storeId, body, now),
    }
  })
  const named = { ...given, body: { ...body, customer: { ...body.customer, phone } } }
  const wanted = incoming(named, terms, { sold, agreed: agreed.quote })
  const refusal = refusalOf(body, terms, menu.problems, now) ?? agreed.refusal
  return refusal ? takenBefore(deps, wanted, refusal, now) : takenOrder(deps, wanted)
}

/** The reason to reject a new order: the store is paused, sells no such orders, or the menu differs. */
function refusalOf(
  { type, schedule }: Pick<PlaceOrderBody, 'type' | 'schedule'>,
  { active, off, capacity, timezone }: PlacingTerms,
  problems: readonly ErrorDetail[],
  now: Date,
): AppError | null {
  if (!active)
    return new AppError('order/store-paused', {
      message: 'A loja está desativada e não recebe pedidos. Um gerente pode ativá-la de novo.',
    })
  if (capacity.level === 'paused') {
    const until = capacity.until === null ? null : momentText(new Date(capacity.until), now, timezone)
    return new AppError('order/store-paused', {
      message: until
        ? `A loja está pausada e volta a receber pedidos ${until}.`
        : 'A loja está pausada e não recebe pedidos até ser reaberta.',
    })
  }
  if (isServiceOff(off, type)) return moduleOffError(moduleOfType(type))
  if (schedule && off.includes('scheduling')) return moduleOffError('scheduling')
  if (problems.length === 0) return null
  const message = `O cardápio mudou: ${problems.map((problem) => problem.message).join(' ')}`
  return new AppError('order/menu-changed', { message, details: problems })
}

/** A retry returns the order placed before; a new order is rejected. */
async function takenBefore(deps: Deps, order: IncomingOrder, refusal: AppError, now: Date): Promise<Order> {
  const storeId = order.store_id
  const known = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('platform', '=', order.platform)
      .where('external_id', '=', order.external_id)
      .where('created_at', '>=', new Date(now.getTime() - dayMs))
      .executeTakeFirst()
    return row ? oneOrder(tx, storeId, row.id) : null
  })
  if (known) return known
  throw refusal
}

const sumTooLarge =
  'Com este pedido, as vendas desta hora passariam de R$\u00a021 milhões, o máximo que a loja pode somar. Confira os valores.'

async function takenOrder(deps: Deps, order: IncomingOrder): Promise<Order> {
  const { orderId } = await deps.intake.take(order).catch((error: unknown): never => {
    throw isSumTooLarge(error) ? new AppError('validation/refused', { message: sumTooLarge }) : error
  })
  const taken = await withStoreScope(deps.cells, [order.store_id], (tx) =>
    oneOrder(tx, order.store_id, orderId),
  )
  if (!taken) throw new AppError('order/not-found')
  return taken
}

function rejectWrongSums(body: PlaceOrderBody): void {
  const wrong: ErrorDetail[] = []
  for (const [index, item] of body.items.entries()) {
    const options = sum(item.options.map((option) => option.quantity * option.unitPriceCents))
    const expected = Math.round(item.quantity * (item.unitPriceCents + options))
    if (item.totalCents !== expected) {
      wrong.push({
        path: `items.${index}.totalCents`,
        message: `O total do item deveria ser ${expected} centavos.`,
      })
    }
  }
  for (const [index, discount] of body.discounts.entries()) {
    if (sum(discount.sponsors.map((sponsor) => sponsor.cents)) !== discount.cents) {
      wrong.push({
        path: `discounts.${index}.sponsors`,
        message: 'Quem paga o desconto não soma o valor dele.',
      })
    }
  }
  const expected =
    sum(body.items.map((item) => item.totalCents)) +
    sum(body.fees.map((fee) => fee.cents)) -
    sum(body.discounts.map((discount) => discount.cents))
  if (body.orderCents !== expected) {
    wrong.push({ path: 'orderCents', message: `Itens, taxas e descontos somam ${expected} centavos.` })
  }
  if (sum(body.payments.map((payment) => payment.cents)) !== body.orderCents) {
    wrong.push({ path: 'payments', message: 'Os pagamentos não somam o total do pedido.' })
  }
  if (wrong.length > 0) throw new AppError('order/total-mismatch', { details: wrong })
}

function rejectWrongFacts(body: PlaceOrderBody, now: Date): void {
  const refuse = (path: string, message: string): never => {
    throw new AppError('validation/refused', { details: [{ path, message }] })
  }
  if (sum(body.items.map((item) => item.totalCents)) > highestOrderCents) {
    refuse('items', 'Um pedido pode ter até R$\u00a0100 mil em itens.')
  }
  if (sum(body.fees.map((fee) => fee.cents)) > highestOrderCents) {
    refuse('fees', 'Um pedido pode ter até R$\u00a0100 mil em taxas.')
  }
  for (const [index, discount] of body.discounts.entries()) {
    // Of what somebody else paid, the store would wait for money that nobody owes it.
    if (discount.sponsors.some((sponsor) => sponsor.name !== 'MERCHANT'))
      refuse(`discounts.${index}.sponsors`, 'No canal próprio, quem paga o desconto é a loja.')
  }
  if (body.type === 'DELIVERY' && !body.delivery) refuse('delivery', 'Informe o endereço de entrega.')
  if (!body.schedule) return
  const [start, end] = [Date.parse(body.schedule.start), Date.parse(body.schedule.end)]
  if (end <= start) refuse('schedule.end', 'O fim do horário precisa ser depois do começo.')
  if (end <= now.getTime()) refuse('schedule.end', 'O horário agendado já passou.')
  if (end - start > dayMs) refuse('schedule.end', 'O horário agendado pode durar até 24 horas.')
  if (start > now.getTime() + 366 * dayMs) refuse('schedule.start', 'Agende para até um ano à frente.')
}

/**
 * Keys are scoped to the sender and expire after a day: "1" from two people, or from this year and last
 * year, are different orders.
 */
function externalIdOf(call: Call<typeof placeOrderRoute>): string | null {
  if (!call.idempotencyKey) return null
  const content = [call.caller.uid, call.idempotencyKey, call.body]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

interface ForOrder {
  /** At the menu's prices. */
  readonly sold: Awaited<ReturnType<typeof withFacts>>
  readonly agreed: AgreedQuote | null
}

function incoming(
  { body, storeId, now, actor, platform, externalId }: OwnOrder,
  { promise, capacity, autoAccept }: PlacingTerms,
  { sold, agreed }: ForOrder,
): IncomingOrder {
  const id = uuidv7()
  const at = now.toISOString()
  const schedule = body.schedule
    ? { start: new Date(body.schedule.start).toISOString(), end: new Date(body.schedule.end).toISOString() }
    : null
  // A busy kitchen promises later, as a quote says already; the window of a scheduled order is kept.
  const promised = schedule
    ? new Date(schedule.end)
    : new Date(now.getTime() + (agreed?.minutes ?? promise[body.type] + capacity.extraMinutes) * minuteMs)
  const start = schedule
    ? new Date(new Date(schedule.start).getTime() - leadMinutes[body.type] * minuteMs)
    : null
  return {
    store_id: storeId,
    id,
    display_id: null,
    platform,
    merchant_id: '',
    external_id: externalId ?? id,
    type: body.type,
    timing: schedule ? 'SCHEDULED' : 'INSTANT',
    status: 'placed',
    created_at: at,
    status_since: at,
    promised_at: promised.toISOString(),
    preparation_start_at: start?.toISOString() ?? null,
    confirm_by: null,
    completed_at: null,
    cancelled_from: null,
    customer: { id: uuidv7(), name: body.customer.name, phone: body.customer.phone },
    ...moneyColumns(body),
    refund_cents: 0,
    commission_cents: 0,
    payment_fee_cents: 0,
    logistics_cents: 0,
    order_cents: body.orderCents,
    is_test: false,
    detail: { ...detailOf(body, schedule, agreed), ...(sold.alcohol ? { alcohol: true } : {}) },
    items: sold.items,
    events: [
      {
        id: uuidv7(),
        source: 'balcao',
        source_event_id: id,
        type: 'PLACED',
        at,
        actor_uid: actor.uid,
        actor_name: actor.name,
        data: null,
      },
    ],
    outbox: [
      {
        id: uuidv7(),
        kind: 'acceptance-reminder',
        payload: {},
        due_at: new Date(now.getTime() + reminderAfterMs).toISOString(),
      },
      ...(autoAccept ? [{ id: uuidv7(), kind: 'auto-accept' as const, payload: {}, due_at: at }] : []),
    ],
  }
}

const detailOf = (
  body: PlaceOrderBody,
  schedule: OrderDetail['schedule'],
  agreed: AgreedQuote | null,
): OrderDetail => ({
  customer: {
    name: body.customer.name,
    phone: body.customer.phone,
    document: body.customer.document ?? null,
    ordersCount: null,
  },
  fees: body.fees,
  discounts: body.discounts,
  payments: body.payments,
  delivery:
    body.type === 'DELIVERY' && body.delivery
      ? {
          deliveredBy: 'MERCHANT',
          address: located(body.delivery.address, agreed),
          pickupCode: null,
          notes: body.delivery.notes ?? null,
        }
      : null,
  schedule,
  indoor: body.type === 'INDOOR' ? (body.indoor ?? null) : null,
  notes: body.notes ?? null,
  ...(agreed ? { quote: agreed.kept } : {}),
})

const located = (address: OrderAddress, agreed: AgreedQuote | null): OrderAddress =>
  address.lat === null && agreed?.point ? { ...address, ...agreed.point } : address
