import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { orderTypes } from '../orders/kinds.ts'
import { reportFileTypes } from './files.ts'
import { formatParam } from './period.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { comparisons } from './choices.ts'

export { comparisons }

/** The counted facts of a set of orders. Everything shown is one of these or a formula of them (metrics.ts). */
export const measures = z.strictObject({
  /** Every order that arrived. */
  received: z.int(),
  cancelled: z.int(),
  /** Cancelled before the store accepted; part of `cancelled`. */
  refused: z.int(),
  cancelledCents: z.int(),
  /** Of valid orders: items and their options × quantity, before any discount. */
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  marketplaceDiscountCents: z.int(),
  refundCents: z.int(),
  deliveryFeeCents: z.int(),
  serviceFeeCents: z.int(),
  tipCents: z.int(),
  /** Marketplace: commission, payment fee, logistics and fees it keeps. */
  commissionCents: z.int(),
  paymentFeeCents: z.int(),
  logisticsCents: z.int(),
  /** Finished orders that had a promised time, and those of them that kept it. */
  promised: z.int(),
  onTime: z.int(),
  /** Valid orders by who ordered: 1st, 2nd to 4th, 5th or later; `unidentified` where the channel hides it. */
  newCustomers: z.int(),
  returningCustomers: z.int(),
  frequentCustomers: z.int(),
  unidentifiedCustomers: z.int(),
})
export type Measures = z.output<typeof measures>
export type MeasureName = keyof Measures

export const ratings = z.strictObject({ count: z.int(), sum: z.int() })

export type Comparison = (typeof comparisons)[number]

const amount = z.strictObject({ orders: z.int(), netCents: z.int() })

export const dayProblem = z.strictObject({
  kind: z.enum(['cancellations', 'late', 'unaccepted', 'closed', 'marketplace-silent', 'refunds']),
  storeId: z.nullable(z.uuid()),
  /** A pt-BR sentence: what happened, where, when. */
  message: z.string(),
  action: z.strictObject({ label: z.string(), to: z.enum(['/menu/orders', '/menu']) }),
})

export const dailyReport = z.strictObject({
  day: dayText,
  /** Labels the page; each store's day is cut in its own zone (docs/product.md section 5). */
  timezone: z.string(),
  generatedAt: instant,
  /** The day is still running in at least one store: figures compare "até esta hora". */
  running: z.boolean(),
  comparison: z.strictObject({
    kind: z.enum(comparisons),
    /** The days compared with, newest first. */
    days: z.array(dayText),
    /** Local `HH:MM` where the compared days are cut while the day runs; null for a finished day. */
    cutAt: z.nullable(z.string()),
    /** No compared day has any order: there is nothing to compare with. */
    empty: z.boolean(),
  }),
  /** One sentence in plain pt-BR. */
  sentence: z.string(),
  totals: measures,
  /** Means per day where several days are compared, rounded to whole units. */
  compared: measures,
  ratings,
  comparedRatings: ratings,
  /** In the order of the business day (from its start), only hours that matter. */
  hours: z.array(z.strictObject({ hour: z.int(), current: amount, compared: amount, future: z.boolean() })),
  week: z.array(z.strictObject({ day: dayText, netCents: z.int(), orders: z.int() })),
  channels: z.array(z.strictObject({ platform: z.enum(platforms), totals: measures })),
  /** Money received by method, valid orders; prepaid in the app apart. */
  payments: z.array(
    z.strictObject({ method: z.string(), prepaid: z.boolean(), orders: z.int(), cents: z.int() }),
  ),
  types: z.array(z.strictObject({ type: z.enum(orderTypes), totals: measures })),
  /** By net, the largest first; '' is without, `others` what is beyond the first ones. Together the day's net. */
  districts: z.array(
    z.strictObject({ key: z.string(), name: z.string(), orders: z.int(), netCents: z.int() }),
  ),
  /** Quantity in thousandths (2 = 2000), against the mean of the four same weekdays before. */
  bestItems: z.array(
    z.strictObject({
      name: z.string(),
      quantityMilli: z.int(),
      cents: z.int(),
      usualQuantityMilli: z.int(),
    }),
  ),
  fallingItems: z.array(
    z.strictObject({
      name: z.string(),
      quantityMilli: z.int(),
      cents: z.int(),
      usualQuantityMilli: z.int(),
    }),
  ),
  problems: z.array(dayProblem),
  stores: z.array(
    z.strictObject({
      storeId: z.uuid(),
      name: z.string(),
      timezone: z.string(),
      totals: measures,
      compared: measures,
      ratings,
    }),
  ),
})
export type DailyReport = z.output<typeof dailyReport>

export const readDailyReport = route({
  name: 'readDailyReport',
  method: 'GET',
  path: '/reports/daily',
  summary: 'The day of one or many stores, live, against a comparable day',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    selection: selectionParam,
    /** Absent: the running business day of each store. */
    day: z.optional(dayText),
    comparison: z._default(z.enum(comparisons, 'Comparação desconhecida.'), 'same-weekday-last-week'),
    /** With `custom`: a day before `day`. */
    comparedDay: z.optional(dayText),
    format: formatParam,
  }),
  files: Object.values(reportFileTypes),
  reply: dailyReport,
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
})
