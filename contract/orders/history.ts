import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { orderStatuses, orderTypes } from './kinds.ts'
import { reportFileTypes } from '../reports/files.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** The longest range of one search, and the one asked when nothing is said. */
export const historyDaysLimit = 366
export const historyDaysDefault = 30

/** What narrows the search; every part is optional. */
const filters = {
  selection: selectionParam,
  /**
   * Order number, the beginning of a customer's name or surname, of a phone (with or without area
   * code), or a part of an item's name. Case and accents do not matter.
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
  /** Business days, both included. Absent: the 30 days that end today. */
  from: z.optional(dayText),
  to: z.optional(dayText),
  status: z.optional(z.enum(orderStatuses, 'Etapa desconhecida.')),
  platform: z.optional(z.enum(platforms, 'Canal desconhecido.')),
  type: z.optional(z.enum(orderTypes, 'Tipo desconhecido.')),
  /** As the order has it: CREDIT, PIX, CASH … or the partner's own word. */
  paymentMethod: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  /** Carried by this courier of one of the stores. */
  motoboyId: z.optional(z.uuid('Motoboy inválido.')),
  timing: z.optional(z.enum(['INSTANT', 'SCHEDULED'], 'Momento desconhecido.')),
  /** With a discount that the store, or the marketplace, paid. */
  discount: z.optional(z.enum(['store', 'marketplace'], 'Desconto desconhecido.')),
}

export const historyOrder = z.strictObject({
  id: z.uuid(),
  displayId: z.string(),
  storeId: z.uuid(),
  platform: z.enum(platforms),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  businessDay: dayText,
  createdAt: instant,
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
  /** `2 Pizza, 1 Suco`. */
  itemsSummary: z.string(),
  discountCents: cents,
  orderCents: cents,
  refundCents: cents,
  /** Methods, each once, in the order of the order. */
  payments: z.array(z.string()),
  /** The beginning of the window that the customer chose. */
  scheduledFor: z.nullable(instant),
  motoboyName: z.nullable(z.string()),
  cancelledReason: z.nullable(z.string()),
})
export type HistoryOrder = z.output<typeof historyOrder>

export const searchOrders = route({
  name: 'searchOrders',
  method: 'GET',
  path: '/orders/history',
  summary: 'Open and old orders, newest business day first; pages by a cursor, without a count',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    ...filters,
    /** `next` of the page before. */
    after: z.optional(
      z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/, 'Posição inválida: procure de novo.')),
    ),
    limit: z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'De 1 a 100 pedidos por página.')), '50'),
  }),
  reply: z.strictObject({
    orders: z.array(historyOrder),
    /** The days that were searched. */
    from: dayText,
    to: dayText,
    /**
     * Where the next page begins; null: there is none. A page with fewer orders than asked and a
     * `next` stopped for the time it took: the days before it have not been searched yet.
     */
    next: z.nullable(z.string()),
    /** How far back this page searched; `from` when it searched everything. */
    searchedFrom: dayText,
  }),
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long'],
})

/** The same orders, all of them, as a file for a spreadsheet or for paper. */
export const exportOrders = route({
  name: 'exportOrders',
  method: 'GET',
  path: '/orders/history/file',
  summary: 'Every order that a search finds, as CSV, XLSX or PDF, sent while it is read',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    ...filters,
    format: z._default(z.enum(['csv', 'xlsx', 'pdf'], 'Formato desconhecido.'), 'csv'),
  }),
  reply: z.string(),
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long'],
  envelope: 'file',
  files: Object.values(reportFileTypes),
})
