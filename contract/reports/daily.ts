import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { orderTypes } from '../orders/kinds.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { formatParam } from './period.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { comparisons, defaultComparison } from './choices.ts'
import { measures } from './metrics/measures.ts'

export { comparisons }

export const ratings = z.strictObject({ count: z.int(), sum: z.int() })

export type Comparison = (typeof comparisons)[number]

const amount = z.strictObject({ orders: z.int(), netCents: z.int() })

export const dayProblem = z.strictObject({
  kind: z.enum(['cancellations', 'late', 'unaccepted', 'closed', 'marketplace-silent', 'refunds']),
  storeId: z.nullable(z.uuid()),
  /** A pt-BR sentence: what happened, where and when. */
  message: z.string(),
  action: z.strictObject({ label: z.string(), to: z.enum(['/menu/orders', '/menu']) }),
})

export const dailyReport = z.strictObject({
  day: dayText,
  /** For display; each store's day is computed in its own zone (docs/product/stores.md). */
  timezone: z.string(),
  generatedAt: instant,
  /** The day is still running in at least one store, so figures are compared "até esta hora". */
  running: z.boolean(),
  comparison: z.strictObject({
    kind: z.enum(comparisons),
    /** The compared days, newest first. */
    days: z.array(dayText),
    /** Local `HH:MM` at which the compared days are cut while the day runs; null for a finished day. */
    cutAt: z.nullable(z.string()),
    /** No compared day has any orders. */
    empty: z.boolean(),
  }),
  /** Summary of the day in one pt-BR sentence. */
  sentence: z.string(),
  totals: measures,
  /** Mean per day if several days are compared, rounded to whole units. */
  compared: measures,
  ratings,
  comparedRatings: ratings,
  /** Hours with data, starting from the beginning of the business day. */
  hours: z.array(z.strictObject({ hour: z.int(), current: amount, compared: amount, future: z.boolean() })),
  week: z.array(z.strictObject({ day: dayText, netCents: z.int(), orders: z.int() })),
  channels: z.array(z.strictObject({ platform: z.enum(platforms), totals: measures })),
  /** Amounts of valid orders by payment method, with online payments listed separately. */
  payments: z.array(
    z.strictObject({ method: z.string(), prepaid: z.boolean(), orders: z.int(), cents: z.int() }),
  ),
  types: z.array(z.strictObject({ type: z.enum(orderTypes), totals: measures })),
  /**
   * Net by district, largest first. '' is no district and `others` the remaining ones, so the rows add
   * up to the day's net.
   */
  districts: z.array(
    z.strictObject({ key: z.string(), name: z.string(), orders: z.int(), netCents: z.int() }),
  ),
  /**
   * Quantity in thousandths (2 = 2000), compared with the mean of the same weekday in the four previous
   * weeks.
   */
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
  load: 'report',
  query: z.strictObject({
    selection: selectionParam,
    /** Absent: the current business day of each store. */
    day: z.optional(givenDay),
    comparison: z._default(z.enum(comparisons, 'Comparação desconhecida.'), defaultComparison),
    /** With `custom`: a day before `day`. */
    comparedDay: z.optional(givenDay),
    format: formatParam,
  }),
  files: Object.values(reportFileTypes),
  reply: dailyReport,
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
})
