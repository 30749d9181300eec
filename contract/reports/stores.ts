import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from './files.ts'
import { periodFacts, periodQuery } from './period.ts'
import { ratings } from './daily.ts'
import { measures } from './measures.ts'
import { route } from '../shared/route.ts'

/** The stores side by side, fairly: by share, per open hour, and each against its own past. */
const storeFigures = {
  totals: measures,
  /** Means per compared period where several are compared, rounded to whole units. */
  compared: measures,
  ratings,
  comparedRatings: ratings,
  /** Minutes that the store's opening hours hold in the period, up to now; null: it has none. */
  openMinutes: z.nullable(z.int()),
} as const

const storeRow = z.strictObject({
  storeId: z.uuid(),
  name: z.string(),
  timezone: z.string(),
  ...storeFigures,
  /** Of the net of all rows, 0 to 1; null when that is nothing. */
  share: z.nullable(z.number()),
  /** Received orders in the period and in a compared one: part of the comparable base. */
  comparable: z.boolean(),
  /**
   * Its own mean over the four periods of whole weeks before, of those with orders; null: none has.
   * The fair ranking is by net against this.
   */
  usual: z.nullable(z.strictObject({ orders: z.int(), netCents: z.int(), periods: z.int() })),
})
export type StoresReportRow = z.output<typeof storeRow>

export const storesReport = z.strictObject({
  period: periodFacts,
  /** By name. */
  rows: z.array(storeRow),
  totals: z.strictObject(storeFigures),
  /** Over the rows of the comparable base alone. */
  comparable: z.strictObject({ stores: z.int(), totals: measures, compared: measures }),
})
export type StoresReport = z.output<typeof storesReport>

export const readStoresReport = route({
  name: 'readStoresReport',
  method: 'GET',
  path: '/reports/stores',
  summary: 'One row a store: sales, share, change, per open hour, comparable base, own mean',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject(periodQuery),
  reply: storesReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})

export const storeDays = z.strictObject({
  period: periodFacts,
  /** Every counted day of the period, oldest first; `compared` is the day at the same place before. */
  days: z.array(z.strictObject({ day: dayText, ...storeFigures })),
})
export type StoreDays = z.output<typeof storeDays>

/** What a row of the stores report opens into: ask with this one store as the selection. */
export const readStoreDays = route({
  name: 'readStoreDays',
  method: 'GET',
  path: '/reports/stores/days',
  summary: 'The selected stores together, day by day',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject(periodQuery),
  reply: storeDays,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
})
