import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { platforms } from '../shared/channels.ts'
import { orderTypes } from '../orders/kinds.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'
import { measures } from './metrics/measures.ts'
import { route } from '../shared/route.ts'
import { saleSteps, salePivots } from './choices.ts'

/** A person of the store, a negotiation at the marketplace, or a cancellation after the conclusion. */
export const refundSources = ['own', 'dispute', 'late-cancellation'] as const

export { saleSteps, salePivots }

/** Sales of a period: as a series, broken down by one dimension, and by weekday and hour. */

/**
 * Granularity of the series. `hour` is the hour of the day, summed over the period's days and ordered
 * from the start of the business day; the others are spans within the period.
 */
export type SaleStep = (typeof saleSteps)[number]

export type SalePivot = (typeof salePivots)[number]

/** Number of pivot rows with a series of their own; the remaining rows share one. */
export const pivotSeriesLimit = 5
/** Maximum number of pivot rows; the remaining ones are combined into one row. */
export const pivotRowsLimit = 200

export const saleAmount = z.strictObject({
  /** Valid orders. */
  orders: z.int(),
  /** Net of store discounts and refunds; with the pivot `payment`, the amount paid with the method. */
  cents: z.int(),
})
export type SaleAmount = z.output<typeof saleAmount>

const salePoint = z.strictObject({
  /** `YYYY-MM-DD`: the day, the week's Monday or the month's first day; with `hour` the hour, `0` to `23`. */
  at: z.string(),
  received: z.int(),
  cancelled: z.int(),
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  current: saleAmount,
  /** Days at the same offset in the compared period. */
  compared: saleAmount,
  /** Not over yet, or extends beyond the period. */
  partial: z.boolean(),
})
export type SalePoint = z.output<typeof salePoint>

const pivotRow = z.strictObject({
  /**
   * Store id, platform, type, `METHOD/prepaid` or `METHOD/onsite`, motoboy id, or the normalised
   * district or coupon. '' is none (sem bairro, sem motoboy, sem cupom); `others` combines the remaining
   * rows.
   */
  key: z.string(),
  /** pt-BR name for display. */
  name: z.string(),
  /** Set if the row is a channel or an order type, for icons and colours. */
  platform: z.nullable(z.enum(platforms)),
  type: z.nullable(z.enum(orderTypes)),
  current: saleAmount,
  compared: saleAmount,
  /** Share of the cents of all rows, 0 to 1; null if their sum is 0. */
  share: z.nullable(z.number()),
  /** Only channel, store and type have all measures. */
  totals: z.nullable(measures),
  comparedTotals: z.nullable(measures),
})
export type SalePivotRow = z.output<typeof pivotRow>

const pivotSeries = z.strictObject({
  /** Key of a pivot row; `others` combines the remaining rows. */
  key: z.string(),
  name: z.string(),
  /** One for each point of `series`. */
  points: z.array(saleAmount),
})

const heatCell = z.strictObject({
  /** ISO weekday of the business day, 1 is Monday. */
  weekday: z.int(),
  hour: z.int(),
  orders: z.int(),
  netCents: z.int(),
})

const refundSum = z.strictObject({ count: z.int(), cents: z.int() })

const saleRefund = z.strictObject({
  orderId: z.uuid(),
  storeId: z.uuid(),
  storeName: z.string(),
  displayId: z.string(),
  platform: z.enum(platforms),
  /** The order's business day. */
  soldOn: dayText,
  /** The business day on which the refund was given, and counts. */
  refundedOn: dayText,
  /** Of the order's net, and of delivery, service and tip. */
  cents: z.int(),
  feesCents: z.int(),
  source: z.enum(refundSources),
  reason: z.string(),
  /** A person's name; of a late cancellation the responsible party. Null: nobody is named. */
  by: z.nullable(z.string()),
  /** Given on a later day than the order's. */
  dayHadEnded: z.boolean(),
  /** Given after the period, of a sale in it: it counts later. */
  afterPeriod: z.boolean(),
})
export type SaleRefund = z.output<typeof saleRefund>

/** Maximum number of refunds in the list; the sums count all of them. */
export const refundRowsLimit = 200

/**
 * What changed a day after it was closed: an order that arrived late, a cancellation, a refund, a changed order, or a
 * correction in the marketplace's statement.
 */
export const changeKinds = ['cancelled', 'refunded', 'edited', 'arrived', 'statement'] as const
const changeKind = z.enum(changeKinds)
export type ChangeKind = (typeof changeKinds)[number]

export const changeRowsLimit = 200

const lateChange = z.strictObject({
  kind: changeKind,
  /** Null: a correction without an order. */
  orderId: z.nullable(z.string()),
  storeId: z.uuid(),
  storeName: z.string(),
  displayId: z.nullable(z.string()),
  platform: z.nullable(z.enum(platforms)),
  soldOn: z.string(),
  /** Calendar day of the store. */
  changedOn: z.string(),
  /** Effect on the net sale; of a correction, on the payout. Signed. */
  cents: z.int(),
})
export type LateChange = z.output<typeof lateChange>

export const saleReport = z.strictObject({
  period: periodFacts,
  totals: measures,
  /** Mean per compared period if several are compared, rounded to whole units. */
  compared: measures,
  step: z.enum(saleSteps),
  series: z.array(salePoint),
  pivot: z.strictObject({
    by: z.enum(salePivots),
    /** By cents, largest first; `others` last. */
    rows: z.array(pivotRow),
    /** For the first rows; empty with step `hour` if the pivot has no hourly data. */
    series: z.array(pivotSeries),
  }),
  refunds: z.strictObject({
    /** Made in the period, by the refund's own date, whenever the order was sold. */
    made: refundSum,
    /** Made after the period, of orders sold in it: what changed after the closing. */
    after: refundSum,
    /** Both kinds, newest first. */
    rows: z.array(saleRefund),
  }),
  /** Of the period's sales, whenever it happened; recorded from the day on which each day was closed. */
  changes: z.strictObject({
    kinds: z.array(z.strictObject({ kind: changeKind, count: z.int(), cents: z.int() })),
    /** Newest first, at most `changeRowsLimit`. */
    rows: z.array(lateChange),
  }),
  heat: z.strictObject({
    /** Only cells with orders. */
    cells: z.array(heatCell),
    /** Number of days per weekday in the period, Monday first, to compute a cell's mean. */
    days: z.array(z.int()),
    /** Local hour at which the business day begins: the first column. */
    firstHour: z.int(),
  }),
})
export type SaleReport = z.output<typeof saleReport>

export const readSaleReport = route({
  name: 'readSaleReport',
  method: 'GET',
  path: '/reports/sale',
  summary: 'What was sold in a period: series, pivot, weekday × hour, against comparable periods',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    ...periodQuery,
    by: z._default(z.enum(saleSteps, 'Intervalo desconhecido.'), 'day'),
    pivot: z._default(z.enum(salePivots, 'Divisão desconhecida.'), 'channel'),
  }),
  reply: saleReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})
