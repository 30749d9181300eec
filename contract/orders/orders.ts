import * as z from 'zod/mini'
import { dueRefund, refundChoice } from './money/due-refunds.ts'
import { givenQuote, orderQuote } from '../delivery/quote.ts'
import { seenRevision } from '../shared/integers.ts'
import { platforms } from '../shared/channels.ts'
import { dayText, givenInstant, instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { typedPhone } from '../shared/phones.ts'
import { orderMessage } from './messages.ts'
import { orderStatuses, orderTypes } from './kinds.ts'
import { orderActions } from './states.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { taxClasses } from '../menu/menu-fields.ts'

/**
 * The order as Balcão stores it: Open Delivery v1.7 terms, integer centavos. A marketplace's
 * enumerations (payment method, fee type, discount target) are open text: an unknown value is stored and
 * displayed, never an error.
 */
const openText = z.string().check(z.minLength(1), z.maxLength(60))
const shortText = z.string().check(z.maxLength(200))
/** A number, a code or a telephone, as the channel writes it. */
const codeText = z.string().check(z.maxLength(60))
/** Our own name of it, as long as its index can hold. */
const idText = z.string().check(z.maxLength(200))
export const noteText = z.string().check(z.maxLength(1000, 'A observação pode ter até 1.000 caracteres.'))

/** Thousandths are kept: less would be an order of nothing. */
const quantity = z.number().check(z.gte(0.001, 'A quantidade precisa ser maior que zero.'), z.lte(999))

/** The most that the parts of one order may add up to: sums of an hour and of a day stay within their columns. */
export const highestOrderCents = 10_000_000

const optionFields = {
  name: shortText,
  groupName: z.nullable(shortText),
  quantity,
  unitPriceCents: cents,
}

export const orderOption = z.strictObject({
  ...optionFields,
  /** Suboptions, for one unit of this option: "sem tomate" for the burger of a combo. Absent: none. */
  options: z.optional(z.array(z.strictObject(optionFields)).check(z.maxLength(50))),
})

export const orderItem = z.strictObject({
  /** The item's code in the store's own menu; groups the item in the product report. */
  externalCode: z.nullable(shortText),
  name: z
    .string('Informe o nome do item.')
    .check(z.minLength(1, 'Informe o nome do item.'), z.maxLength(200)),
  quantity,
  unitPriceCents: cents,
  /** quantity × (unit price + options with their suboptions). */
  totalCents: cents,
  notes: z.nullable(noteText),
  options: z.array(orderOption).check(z.maxLength(50)),
})
export type OrderItem = z.output<typeof orderItem>

const soldOptionFields = {
  ...optionFields,
  /** As the marketplace sends it. Absent: it sends none, or the order is the store's own. */
  externalCode: z.optional(shortText),
  /** True: neither an option nor an item of the menu matched it when it came, and no person has said which it is. */
  unmapped: z.optional(z.boolean()),
  /** What the menu calls it, where a person matched it. */
  ourName: z.optional(shortText),
}

const soldOption = z.strictObject({
  ...soldOptionFields,
  options: z.optional(z.array(z.strictObject(soldOptionFields)).check(z.maxLength(50))),
})
export type SoldOption = z.output<typeof soldOption>

/** An item as it was sold, with what the store's menu said of it then. */
const soldItem = z.extend(orderItem, {
  options: z.array(soldOption).check(z.maxLength(50)),
  alcoholic: z.optional(z.boolean()),
  /** Absent: the menu did not say. */
  taxClass: z.optional(z.enum(taxClasses)),
  /** True: no item of the menu matched it when it came, and no person has said which it is. */
  unmapped: z.optional(z.boolean()),
  /** Of the menu's item that a person matched it to (contract/menu/product-key.ts). Absent: its own code or name is the key. */
  productKey: z.optional(shortText),
  /** What the marketplace calls this line while the order is picked. */
  pickId: z.optional(codeText),
})

/** DELIVERY_FEE, SERVICE_FEE, TIP, MIN_ORDER_FEE (Open Delivery), or the marketplace's own value. */
export const orderFee = z.strictObject({
  type: openText,
  cents,
  receivedBy: z.enum(['MERCHANT', 'MARKETPLACE']),
})

export const orderDiscount = z.strictObject({
  cents,
  /** CART, DELIVERY_FEE, ITEM, or the marketplace's own value. */
  target: openText,
  /** Who pays how much: MERCHANT (the store), MARKETPLACE, CHAIN, or the marketplace's own value. */
  sponsors: z.array(z.strictObject({ name: openText, cents })).check(z.maxLength(20)),
  /** The coupon that the customer used, or the marketplace's campaign. */
  code: z.optional(z.nullable(shortText)),
  /** Why a person of the store gave it. */
  reason: z.optional(z.nullable(shortText)),
})

export const orderPayment = z.strictObject({
  /** CREDIT, DEBIT, PIX, CASH, MEAL_VOUCHER, FOOD_VOUCHER, DIGITAL_WALLET … */
  method: openText,
  brand: z.nullable(shortText),
  cents,
  prepaid: z.boolean(),
  changeForCents: z.nullable(cents),
})

export type OrderPayment = z.output<typeof orderPayment>

export const orderAddress = z.strictObject({
  street: shortText,
  number: z.string().check(z.maxLength(20)),
  complement: z.nullable(shortText),
  reference: z.nullable(shortText),
  district: shortText,
  city: shortText,
  state: z.string().check(z.maxLength(2)),
  zipCode: z.nullable(z.string().check(z.maxLength(9))),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
})
export type OrderAddress = z.output<typeof orderAddress>

export const orderCancellation = z.strictObject({
  reason: noteText,
  code: z.nullable(codeText),
  /** Who is responsible: the store, the customer, the marketplace, logistics, or unknown. */
  responsible: z.enum(['store', 'customer', 'marketplace', 'logistics', 'unknown']),
  at: instant,
})

/** What of an order a marketplace can change. */
/** Of a courier that a marketplace lends: asked for, granted, has accepted; being taken back, taken back, refused. */
const pickedKinds = ['quantity', 'replaced', 'removed', 'added'] as const
/** More than two changes of each of an order's items. */
export const maxPickedChanges = 400

const courierStates = [
  'asked',
  'coming',
  'assigned',
  'delivered',
  'cancelling',
  'cancelled',
  'refused',
] as const

export const orderParts = ['items', 'total', 'payment', 'address', 'delivery', 'time', 'notes'] as const
export type OrderPart = (typeof orderParts)[number]

/** `1× Lasanha` that left or came in, or `Água com gás: 2× → 1×`. */
export const itemChange = z.strictObject({ kind: z.enum(['out', 'in', 'other']), text: noteText })
export type ItemChange = z.output<typeof itemChange>
/** Earlier ones are in the timeline. */
export const maxItemChanges = 20

export const orderView = z.strictObject({
  id: z.uuid(),
  /** Sequential per store and business day. */
  displayId: codeText,
  storeId: z.uuid(),
  platform: z.enum(platforms),
  /** The marketplace's merchant that the order came through; '' for the own channel. */
  merchantId: idText,
  externalId: idText,
  type: z.enum(orderTypes),
  timing: z.enum(['INSTANT', 'SCHEDULED', 'ONDEMAND']),
  status: z.enum(orderStatuses),
  /** A request that the marketplace has not answered yet: displayed as "confirmando…". */
  pending: z.nullable(z.strictObject({ action: z.enum(orderActions), since: instant })),
  /** Our last request that the marketplace rejected, and its reason. */
  refusal: z.nullable(z.strictObject({ action: z.enum(orderActions), message: noteText, at: instant })),
  businessDay: dayText,
  createdAt: instant,
  statusSince: instant,
  promisedAt: z.nullable(instant),
  preparationStartAt: z.nullable(instant),
  /** The channel cancels the order if it is not confirmed by this instant. */
  confirmBy: z.nullable(instant),
  customer: z.strictObject({
    id: z.nullable(z.uuid()),
    name: shortText,
    phone: z.nullable(codeText),
    document: z.nullable(codeText),
    /**
     * This is the customer's n-th order at the store; null when the channel hides the customer's
     * identity.
     */
    ordersCount: z.nullable(z.int()),
  }),
  items: z.array(soldItem).check(z.maxLength(200)),
  fees: z.array(orderFee).check(z.maxLength(20)),
  discounts: z.array(orderDiscount).check(z.maxLength(20)),
  payments: z.array(orderPayment).check(z.maxLength(10)),
  totals: z.strictObject({
    itemsCents: cents,
    feesCents: cents,
    discountCents: cents,
    /** Amount due from the customer: items + fees − discounts. */
    orderCents: cents,
    prepaidCents: cents,
    pendingCents: cents,
    /** What went back to the customer, of items and fees. */
    refundCents: cents,
  }),
  delivery: z.nullable(
    z.strictObject({
      deliveredBy: z.enum(['MERCHANT', 'MARKETPLACE']),
      address: z.nullable(orderAddress),
      pickupCode: z.nullable(codeText),
      notes: z.nullable(noteText),
    }),
  ),
  /** The store's own courier. */
  motoboy: z.nullable(z.strictObject({ id: z.uuid(), name: z.string() })),
  /** A note that only the store's staff can see. */
  storeNote: z.nullable(noteText),
  /**
   * True when phone and address are hidden: the order has ended and this role sees contacts of open
   * orders only.
   */
  masked: z.boolean(),
  schedule: z.nullable(z.strictObject({ start: instant, end: instant })),
  indoor: z.nullable(z.strictObject({ place: codeText })),
  notes: z.nullable(noteText),
  cancellation: z.nullable(orderCancellation),
  isTest: z.boolean(),
  /**
   * True: something that the channel sent was missing, wrong or too long and was left out; its own app has
   * the whole order.
   */
  incomplete: z.optional(z.boolean()),
  /** What the channel says of the items that we have no place for: where it belongs, and its words. */
  notUnderstood: z.optional(z.array(noteText).check(z.maxLength(100))),
  /** What the channel encrypts and does not show to the store, as sentences. */
  unreadable: z.optional(z.array(noteText).check(z.maxLength(5))),
  /** True: the channel waits for the store to say that it was delivered or picked up. */
  asksDelivered: z.optional(z.boolean()),
  /** True: when it came, the store had switched off orders of its type. */
  serviceOff: z.optional(z.boolean()),
  /** What was changed last, after the order had come: by its marketplace, or the items of an own order by the store. */
  changed: z.optional(
    z.strictObject({
      at: instant,
      parts: z.array(z.enum(orderParts)),
      /** Of an own order: what left it, what came in, and what is otherwise, the newest last. */
      items: z.optional(z.array(itemChange).check(z.maxLength(maxItemChanges))),
    }),
  ),
  /** How the delivery fee came about, where the store's zones gave it. */
  quote: z.optional(orderQuote),
  /** True: something in it may only be handed to an adult. */
  alcohol: z.optional(z.boolean()),
  /** The customer's document was seen at the door. No data of the document itself is kept. */
  documentCheck: z.optional(z.strictObject({ at: instant, checkedBy: shortText })),
  /** True: its marketplace checks a code that the customer gives to the store's courier. */
  takesCode: z.optional(z.boolean()),
  /** The marketplace found the customer's code right. The code itself is not kept. */
  codeCheck: z.optional(z.strictObject({ at: instant, checkedBy: shortText })),
  /** True: of a shop whose marketplace has the items picked, and weighed, step by step. */
  picksItems: z.optional(z.boolean()),
  /** The picking, once it began. */
  picking: z.optional(
    z.strictObject({
      state: z.enum(['started', 'ended']),
      at: instant,
      /** Who began or ended it; null: it ended elsewhere. */
      by: z.nullable(shortText),
      /** What people changed since it began, oldest first. It counts once the picking has ended. */
      changes: z
        .array(
          z.strictObject({
            kind: z.enum(pickedKinds),
            /** Of the line; null: one more. */
            pickId: z.nullable(codeText),
            quantity: z.nullable(quantity),
            ean: z.nullable(codeText),
            by: shortText,
            at: instant,
          }),
        )
        .check(z.maxLength(maxPickedChanges)),
    }),
  ),
  /** True: its marketplace lends one of its couriers when the store asks and pays. */
  lendsCourier: z.optional(z.boolean()),
  /** The last request for such a courier. */
  courierOnDemand: z.optional(
    z.strictObject({
      state: z.enum(courierStates),
      /** What the store agreed to pay; null: it was asked for elsewhere. */
      cents: z.nullable(z.int()),
      askedBy: z.nullable(shortText),
      at: instant,
      /** Of an order of another channel: the marketplace that carries it. */
      by: z.optional(z.enum(platforms)),
      /** Where the customer follows the courier. */
      trackingUrl: z.optional(z.string().check(z.maxLength(500))),
      /** What the courier asks the customer for at the door. */
      dropCode: z.optional(codeText),
      /** The customer asked the marketplace for another address; nobody has answered yet. */
      addressChange: z.optional(
        z.strictObject({
          address: orderAddress,
          /** Denied then, where nobody answers. */
          until: instant,
          /** True: the answer was sent. */
          answered: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
  version: z.int(),
})
export type Order = z.output<typeof orderView>

export const orderTimelineEvent = z.strictObject({
  id: z.uuid(),
  type: shortText,
  at: instant,
  source: z.string(),
  /** Name of the person who did it; null when the system did. */
  actorName: z.nullable(z.string()),
  /** Additional text to display: a reason, or the requested action. */
  note: z.nullable(noteText),
})
export type OrderTimelineEvent = z.output<typeof orderTimelineEvent>

export const readBoard = route({
  name: 'readBoard',
  method: 'GET',
  path: '/orders/board',
  summary: 'Open orders of the selection, oldest first; or just the ones named',
  access: { kind: 'selection', role: 'basic' },
  load: 'live',
  query: z.strictObject({
    selection: selectionParam,
    /** Comma-separated order ids: returns only these in their current state, open or not. */
    orderIds: z.optional(
      z.string().check(z.maxLength(8000), z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i, 'Pedidos inválidos.')),
    ),
  }),
  reply: z.strictObject({
    orders: z.array(orderView),
    generatedAt: instant,
    /** More open orders exist than the board shows (limit 2,000). */
    truncated: z.boolean(),
    /** Orders finished in the current business day, for the board's footer. */
    finishedToday: z.strictObject({ concluded: z.int(), cancelled: z.int() }),
  }),
  errors: ['store/not-found'],
})

const orderParams = z.strictObject({ orderId: z.uuid('Pedido inválido.') })

export const readOrder = route({
  name: 'readOrder',
  method: 'GET',
  path: '/orders/{orderId}',
  summary: 'One order with its timeline and its messages',
  access: { kind: 'store', role: 'basic' },
  params: orderParams,
  reply: z.strictObject({
    order: orderView,
    timeline: z.array(orderTimelineEvent),
    /** Oldest first. */
    messages: z.array(orderMessage),
    /** What the store still has to give back to its customer. */
    dueRefund: z.nullable(dueRefund),
  }),
  errors: ['order/not-found', 'store/not-found'],
})

/** A requested item. If it refers to an item of the store's menu, name and price are taken from the menu. */
export const placedItem = z.extend(orderItem, {
  menuItemId: z.optional(z.uuid('Item inválido.')),
  options: z
    .array(z.strictObject({ ...optionFields, menuOptionId: z.optional(z.uuid('Opção inválida.')) }))
    .check(z.maxLength(50)),
})

export const placeOrderBody = z.strictObject({
  type: z.enum(orderTypes, 'Escolha entrega, retirada ou salão.'),
  customer: z.strictObject({
    name: z
      .string('Informe o nome do cliente.')
      .check(z.trim(), z.minLength(1, 'Informe o nome do cliente.'), z.maxLength(120)),
    /** Becomes E.164; identifies the customer of the store's own channel. */
    phone: z.nullable(typedPhone),
    document: z.optional(z.nullable(z.string().check(z.maxLength(18)))),
  }),
  items: z
    .array(placedItem, 'Informe os itens.')
    .check(z.minLength(1, 'O pedido precisa de pelo menos um item.'), z.maxLength(200)),
  fees: z._default(z.array(orderFee).check(z.maxLength(20)), []),
  discounts: z._default(z.array(orderDiscount).check(z.maxLength(20)), []),
  payments: z
    .array(orderPayment, 'Informe o pagamento.')
    .check(z.minLength(1, 'Informe o pagamento.'), z.maxLength(10)),
  /** Amount due from the customer; must equal items + fees − discounts. */
  orderCents: cents,
  delivery: z.optional(
    z.nullable(z.strictObject({ address: orderAddress, notes: z.optional(z.nullable(noteText)) })),
  ),
  indoor: z.optional(
    z.nullable(z.strictObject({ place: z.string().check(z.minLength(1), z.maxLength(60)) })),
  ),
  /** Present for a scheduled order: the window in which it must be ready. */
  schedule: z.optional(z.nullable(z.strictObject({ start: givenInstant, end: givenInstant }))),
  notes: z.optional(z.nullable(noteText)),
  /** The quote given to the customer; another fee than its own needs a note. */
  quote: z.optional(z.nullable(givenQuote)),
})
export type PlaceOrderBody = z.output<typeof placeOrderBody>

/** Places an order on the store's own channel. The Idempotency-Key makes a retry harmless. */
export const placeOrder = route({
  name: 'placeOrder',
  method: 'POST',
  path: '/orders',
  summary: "Takes an order of the store's own channel",
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  load: 'placing',
  body: placeOrderBody,
  reply: orderView,
  errors: [
    'store/not-found',
    'order/total-mismatch',
    'order/store-paused',
    'order/menu-changed',
    'delivery/stale-quote',
    'validation/refused',
  ],
  idempotency: 'required',
  repeatable: true,
})

const actionErrors = [
  'store/not-found',
  'order/not-found',
  'order/invalid-transition',
  'order/action-pending',
  'order/partner-decides',
  'order/changed-meanwhile',
] as const

/**
 * The order version on screen when the person tapped. A tap may wait minutes for a network. It is rejected
 * (`order/changed-meanwhile`) if somebody undid a step or changed the items after that version; a dispatch or
 * delivery also if the address, payment or delivery fee changed. A note, a courier, a ticket or a step forward does not
 * invalidate a tap. Absent: only the current state decides.
 */
export const seenVersion = z.optional(seenRevision('Versão inválida.').check(z.positive()))
const stepBody = z.optional(z.strictObject({ version: seenVersion }))

export const confirmOrder = route({
  name: 'confirmOrder',
  method: 'POST',
  path: '/orders/{orderId}/confirm',
  summary: 'Accepts the order; a marketplace order moves when the marketplace says so',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: z.optional(
    z.strictObject({
      version: seenVersion,
      /** Own channel: the preparation time promised to the customer, in minutes from now. */
      preparationMinutes: z.optional(
        z
          .int('Informe os minutos.')
          .check(z.gte(5, 'No mínimo 5 minutos.'), z.lte(240, 'No máximo 240 minutos.')),
      ),
    }),
  ),
  reply: orderView,
  errors: actionErrors,
  idempotency: 'accepted',
})

export const startPreparation = route({
  name: 'startPreparation',
  method: 'POST',
  path: '/orders/{orderId}/start-preparation',
  summary: 'Starts preparing; a scheduled order not before its time',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: stepBody,
  reply: orderView,
  errors: actionErrors,
  idempotency: 'accepted',
})

export const markReady = route({
  name: 'markReady',
  method: 'POST',
  path: '/orders/{orderId}/ready',
  summary: 'Ready for pickup, dispatch or the table',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: stepBody,
  reply: orderView,
  errors: actionErrors,
  idempotency: 'accepted',
})

export const dispatchOrder = route({
  name: 'dispatchOrder',
  method: 'POST',
  path: '/orders/{orderId}/dispatch',
  summary: "Out for delivery with the store's own courier, who can be named in the same step",
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: z.optional(
    z.strictObject({
      version: seenVersion,
      /** Undoing the step takes the order from this courier again. Absent: the order keeps the one that it has. */
      motoboyId: z.optional(z.uuid('Entregador inválido.')),
    }),
  ),
  reply: orderView,
  errors: [...actionErrors, 'order/motoboy-not-found'],
  idempotency: 'accepted',
})

export const deliverOrder = route({
  name: 'deliverOrder',
  method: 'POST',
  path: '/orders/{orderId}/deliver',
  summary: 'In the hands of the customer (own channel)',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: stepBody,
  reply: orderView,
  errors: actionErrors,
  idempotency: 'accepted',
})

export const concludeOrder = route({
  name: 'concludeOrder',
  method: 'POST',
  path: '/orders/{orderId}/conclude',
  summary: 'Closes the order (own channel)',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: stepBody,
  reply: orderView,
  errors: actionErrors,
  idempotency: 'accepted',
})

export const cancellationReason = z.strictObject({ code: z.string(), description: z.string() })

/** Reasons depend on the order; for a marketplace order they are read from the marketplace. */
export const readCancellationReasons = route({
  name: 'readCancellationReasons',
  method: 'GET',
  path: '/orders/{orderId}/cancellation-reasons',
  summary: 'The reasons allowed for cancelling this order now',
  access: { kind: 'store', role: 'basic' },
  params: orderParams,
  reply: z.array(cancellationReason),
  errors: ['store/not-found', 'order/not-found', 'marketplace/unavailable'],
})

export const cancelOrder = route({
  name: 'cancelOrder',
  method: 'POST',
  path: '/orders/{orderId}/cancel',
  summary: 'Cancels, with one of the reasons read for this order',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: z.strictObject({
    code: z.string('Escolha o motivo.').check(z.minLength(1, 'Escolha o motivo.'), z.maxLength(40)),
    note: z.optional(z.nullable(noteText)),
    /** Of an own order that was paid. Absent: what was paid is due, and waits among the refunds to give back. */
    refund: z.optional(refundChoice),
    version: seenVersion,
  }),
  reply: orderView,
  errors: [
    ...actionErrors,
    'order/unknown-reason',
    'order/total-mismatch',
    'permission/denied',
    'validation/refused',
    'marketplace/unavailable',
  ],
  idempotency: 'accepted',
})

export const refundOrder = route({
  name: 'refundOrder',
  method: 'POST',
  path: '/orders/{orderId}/refund',
  summary: 'Records money given back on an own-channel order; keeps both dates',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: orderParams,
  body: z.strictObject({
    cents: z
      .int('Informe o valor do estorno.')
      .check(z.positive('O estorno precisa ser maior que zero.'), z.lte(1_000_000_000)),
    reason: z
      .string('Informe o motivo.')
      .check(z.trim(), z.minLength(3, 'Informe o motivo.'), z.maxLength(200)),
  }),
  reply: orderView,
  errors: [
    'store/not-found',
    'order/not-found',
    'order/invalid-transition',
    'order/partner-decides',
    'validation/refused',
  ],
  idempotency: 'accepted',
})
