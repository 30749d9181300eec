import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { orderTypes } from '../orders/kinds.ts'
import { reportFileTypes } from './files.ts'
import { periodFacts, periodQuery } from './period.ts'
import { measures } from './daily.ts'
import { route } from '../shared/route.ts'
import { saleSteps, salePivots } from './choices.ts'

export { saleSteps, salePivots }

/** What was sold in a period, as a series, split by one thing, and by weekday and hour. */

/**
 * A point of the series. `hour` is the hour of the day, summed over the period's days, in the order
 * of the business day; the others are stretches of the period.
 */
export type SaleStep = (typeof saleSteps)[number]

export type SalePivot = (typeof salePivots)[number]

/** Rows of the pivot that have a series of their own: the first ones; the others are one more together. */
export const pivotSeriesLimit = 5
/** Rows of the pivot; what is beyond is one row together. */
export const pivotRowsLimit = 200

export const saleAmount = z.strictObject({
  /** Valid orders. */
  orders: z.int(),
  /** Net of the store's discounts and refunds; with the pivot `payment`, what was paid by it. */
  cents: z.int(),
})
export type SaleAmount = z.output<typeof saleAmount>

const salePoint = z.strictObject({
  /** `YYYY-MM-DD`: the day, the week's Monday, the month's first; with `hour` the hour, `0` to `23`. */
  at: z.string(),
  received: z.int(),
  cancelled: z.int(),
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  current: saleAmount,
  /** The days compared with that lie as many days after their period's first day. */
  compared: saleAmount,
  /** Not all of it is over, or it reaches beyond the period. */
  partial: z.boolean(),
})
export type SalePoint = z.output<typeof salePoint>

const pivotRow = z.strictObject({
  /**
   * Store id, platform, type, `METHOD/prepaid` or `METHOD/onsite`, motoboy id, or the normalised
   * district or coupon; '' is without (sem bairro, sem motoboy, sem cupom). `others`: all further ones.
   */
  key: z.string(),
  /** pt-BR, as shown. */
  name: z.string(),
  /** What the key is, for icons and colours: null for what only has a name. */
  platform: z.nullable(z.enum(platforms)),
  type: z.nullable(z.enum(orderTypes)),
  current: saleAmount,
  compared: saleAmount,
  /** Of all rows' cents, 0 to 1; null when these are nothing. */
  share: z.nullable(z.number()),
  /** Channel, store and type have every measure. */
  totals: z.nullable(measures),
  comparedTotals: z.nullable(measures),
})
export type SalePivotRow = z.output<typeof pivotRow>

const pivotSeries = z.strictObject({
  /** Of a row of the pivot; `others` for all further ones. */
  key: z.string(),
  name: z.string(),
  /** One for each point of `series`. */
  points: z.array(saleAmount),
})

const heatCell = z.strictObject({
  /** ISO, 1 Monday: of the business day. */
  weekday: z.int(),
  hour: z.int(),
  orders: z.int(),
  netCents: z.int(),
})

export const saleReport = z.strictObject({
  period: periodFacts,
  totals: measures,
  /** Means per compared period where several are compared, rounded to whole units. */
  compared: measures,
  step: z.enum(saleSteps),
  series: z.array(salePoint),
  pivot: z.strictObject({
    by: z.enum(salePivots),
    /** By cents, largest first; `others` last. */
    rows: z.array(pivotRow),
    /** Of the first rows; empty with step `hour` where the pivot is not kept by hour. */
    series: z.array(pivotSeries),
  }),
  heat: z.strictObject({
    /** Only cells with orders. */
    cells: z.array(heatCell),
    /** How many days of each weekday the period has, Monday first: a cell's mean is by these. */
    days: z.array(z.int()),
    /** Local hour at which the business day begins: the order of the columns. */
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
  query: z.strictObject({
    ...periodQuery,
    by: z._default(z.enum(saleSteps, 'Intervalo desconhecido.'), 'day'),
    pivot: z._default(z.enum(salePivots, 'Divisão desconhecida.'), 'channel'),
  }),
  reply: saleReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})
