import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'
import { ratings } from './daily.ts'
import { measures } from './metrics/measures.ts'
import { route } from '../shared/route.ts'

/** Metrics that compare stores fairly: by share, per open hour, and against their own past. */
const storeFigures = {
  totals: measures,
  /** Mean per compared period if several are compared, rounded to whole units. */
  compared: measures,
  ratings,
  comparedRatings: ratings,
  /** Opening minutes within the period up to now; null: the store has no opening hours. */
  openMinutes: z.nullable(z.int()),
} as const

const storeRow = z.strictObject({
  storeId: z.uuid(),
  name: z.string(),
  timezone: z.string(),
  ...storeFigures,
  /** Share of the net of all rows, 0 to 1; null if their sum is 0. */
  share: z.nullable(z.number()),
  /** Had orders in the period and in a compared one, so it belongs to the comparable base. */
  comparable: z.boolean(),
  /**
   * The store's mean over those of the four previous periods of whole weeks that have orders; null: none
   * has. The ranking compares net with this value.
   */
  usual: z.nullable(z.strictObject({ orders: z.int(), netCents: z.int(), periods: z.int() })),
})
export type StoresReportRow = z.output<typeof storeRow>

export const storesReport = z.strictObject({
  period: periodFacts,
  /** Sorted by name. */
  rows: z.array(storeRow),
  totals: z.strictObject(storeFigures),
  /** Totals over the comparable base. */
  comparable: z.strictObject({ stores: z.int(), totals: measures, compared: measures }),
})
export type StoresReport = z.output<typeof storesReport>

export const readStoresReport = route({
  name: 'readStoresReport',
  method: 'GET',
  path: '/reports/stores',
  summary: 'One row a store: sales, share, change, per open hour, comparable base, own mean',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject(periodQuery),
  reply: storesReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})

export const storeDays = z.strictObject({
  period: periodFacts,
  /**
   * The included days of the period, oldest first; `compared` is the day at the same offset in the
   * compared period.
   */
  days: z.array(z.strictObject({ day: dayText, ...storeFigures })),
})
export type StoreDays = z.output<typeof storeDays>

/** Details of a row of the stores report; call it with that one store as the selection. */
export const readStoreDays = route({
  name: 'readStoreDays',
  method: 'GET',
  path: '/reports/stores/days',
  summary: 'The selected stores together, day by day',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject(periodQuery),
  reply: storeDays,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
})
