import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { orderStatuses, orderTypes } from './kinds.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** The longest range of one search, in days. */
export const historyDaysLimit = 366
export const historyDaysDefault = 30

/** Search filters; all are optional. */
const filters = {
  selection: selectionParam,
  /**
   * Matches an order number, the beginning of a customer's first or last name, the beginning of a phone
   * number (with or without area code), or part of an item's name. Ignores case and accents.
   */
  search: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Escreva o que procurar.'),
        z.maxLength(100, 'Procure por até 100 letras.'),
      ),
  ),
  /** Business days, inclusive. Absent: the 30 days that end today. */
  from: z.optional(givenDay),
  to: z.optional(givenDay),
  status: z.optional(z.enum(orderStatuses, 'Etapa desconhecida.')),
  platform: z.optional(z.enum(platforms, 'Canal desconhecido.')),
  type: z.optional(z.enum(orderTypes, 'Tipo desconhecido.')),
  /** Payment method of the order: CREDIT, PIX, CASH … or the marketplace's own value. */
  paymentMethod: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  /** Orders assigned to this courier. */
  motoboyId: z.optional(z.uuid('Motoboy inválido.')),
  timing: z.optional(z.enum(['INSTANT', 'SCHEDULED'], 'Momento desconhecido.')),
  /** Orders with a discount paid by the store or by the marketplace. */
  discount: z.optional(z.enum(['store', 'marketplace'], 'Desconto desconhecido.')),
}

/** Centavos of one order, as the reports add them up. */
const orderAmounts = z.strictObject({
  grossCents: cents,
  storeDiscountCents: cents,
  /** Without the chain's part, which the marketplace only passes on. */
  marketplaceDiscountCents: cents,
  chainDiscountCents: cents,
  deliveryFeeCents: cents,
  serviceFeeCents: cents,
  tipCents: cents,
  /** Of items; what was given back of fees is `refundedFeesCents`. */
  refundCents: cents,
  refundedFeesCents: cents,
  /** The staff's part of `serviceFeeCents`. */
  staffServiceCents: cents,
  /** Delivery and fees that the customer paid to the marketplace. */
  customerFeesCents: cents,
  /** Commission and payment fee. */
  marketplaceFeesCents: cents,
})
export type OrderAmounts = z.output<typeof orderAmounts>

export const historyOrder = z.strictObject({
  id: z.uuid(),
  displayId: z.string().check(z.maxLength(60)),
  storeId: z.uuid(),
  platform: z.enum(platforms),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  businessDay: dayText,
  createdAt: instant,
  customerName: z.string().check(z.maxLength(200)),
  customerPhone: z.nullable(z.string().check(z.maxLength(60))),
  /** `2 Pizza, 1 Suco`. */
  itemsSummary: z.string().check(z.maxLength(2_000)),
  /** A marketplace's test order, which no report counts. */
  isTest: z.boolean(),
  /** What all sponsors pay together. */
  discountCents: cents,
  /** Amount due from the customer: items + fees − discounts. */
  orderCents: cents,
  refundCents: cents,
  amounts: orderAmounts,
  /** Distinct methods, in the order of the payments. */
  payments: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
  /** Start of the time window that the customer chose. */
  scheduledFor: z.nullable(instant),
  motoboyName: z.nullable(z.string()),
  cancelledReason: z.nullable(z.string().check(z.maxLength(1_000))),
})
export type HistoryOrder = z.output<typeof historyOrder>

export const searchOrders = route({
  name: 'searchOrders',
  method: 'GET',
  path: '/orders/history',
  summary: 'Open and old orders, newest business day first; pages by a cursor, without a count',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    ...filters,
    /** `next` of the previous page. */
    after: z.optional(
      z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/, 'Posição inválida: procure de novo.')),
    ),
    limit: z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'De 1 a 100 pedidos por página.')), '50'),
  }),
  reply: z.strictObject({
    orders: z.array(historyOrder),
    /** First day of the requested range. */
    from: dayText,
    to: dayText,
    /**
     * Cursor of the next page; null on the last page. A page can have fewer orders than requested and
     * still have a `next`: the search stopped at its time limit and earlier days are not searched yet.
     */
    next: z.nullable(z.string()),
    /** Earliest day searched so far; equals `from` when the search is complete. */
    searchedFrom: dayText,
  }),
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long'],
})

/** All orders of the same search, as a spreadsheet or PDF file. */
export const exportOrders = route({
  name: 'exportOrders',
  method: 'GET',
  path: '/orders/history/file',
  summary: 'Every order that a search finds, as CSV, XLSX or PDF, sent while it is read',
  access: { kind: 'selection', role: 'manager' },
  leavesBehind: true,
  load: 'report',
  query: z.strictObject({
    ...filters,
    format: z._default(z.enum(['csv', 'xlsx', 'pdf'], 'Formato desconhecido.'), 'csv'),
  }),
  reply: z.string(),
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long'],
  envelope: 'file',
  files: Object.values(reportFileTypes),
})
