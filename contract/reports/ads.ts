import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'

const adsReportRow = z.strictObject({
  storeId: z.uuid(),
  store: z.string(),
  /** Null: clicks that the messaging channel told, without a link of ours. */
  adId: z.nullable(z.uuid()),
  name: z.string(),
  ended: z.boolean(),
  /** Of these days; an order counts on its own day, whenever the click was. */
  clicks: z.int(),
  orders: z.int(),
  netCents: z.int(),
})
export type AdsReportLine = z.output<typeof adsReportRow>

export const adsReport = z.strictObject({
  period: periodFacts,
  totals: z.strictObject({ clicks: z.int(), orders: z.int(), netCents: z.int() }),
  /** Most net first; at most 500. */
  rows: z.array(adsReportRow),
  /** Each day of the period, of all rows together. */
  days: z.array(z.strictObject({ day: dayText, clicks: z.int(), orders: z.int(), netCents: z.int() })),
})
export type AdsReport = z.output<typeof adsReport>

export const readAdsReport = route({
  name: 'readAdsReport',
  method: 'GET',
  path: '/reports/ads',
  summary: 'What each ad of the selected stores became: clicks, orders and what is left of them',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject(periodQuery),
  reply: adsReport,
  errors: [
    'store/not-found',
    'permission/denied',
    'report/range-too-long',
    'report/hours-over-many-days',
    'validation/refused',
  ],
  files: Object.values(reportFileTypes),
})
