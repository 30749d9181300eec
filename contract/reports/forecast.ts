import * as z from 'zod/mini'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

const expected = {
  netCents: z.int(),
  /** 80 % of the back-test's days fell within this range. */
  lowCents: z.int(),
  highCents: z.int(),
} as const

/**
 * Expected sales of the selected stores for the rest of the current day and the seven days after it.
 * Shown only if it beat "the same as a week before" over the last eight weeks.
 */
export const forecast = z.strictObject({
  generatedAt: instant,
  timezone: z.string(),
  /** The current business day. */
  day: dayText,
  /** Null: not accurate enough, or too little history; `backTest` tells which. */
  shown: z.nullable(
    z.strictObject({
      /** Net so far; `rest` and `hours` cover the remaining hours of the day. */
      soldCents: z.int(),
      rest: z.strictObject(expected),
      hours: z.array(z.strictObject({ hour: z.int(), netCents: z.int() })),
      days: z.array(z.strictObject({ day: dayText, ...expected })),
    }),
  ),
  /** Null with less than six weeks of sales. Errors are relative to sales (WAPE). */
  backTest: z.nullable(z.strictObject({ days: z.int(), errorShare: z.number(), baselineShare: z.number() })),
})
export type Forecast = z.output<typeof forecast>

export const readForecast = route({
  name: 'readForecast',
  method: 'GET',
  path: '/reports/forecast',
  summary:
    'Expected net sales of the rest of the day and the next seven, with a band and the error of the past',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({ selection: selectionParam }),
  reply: forecast,
  errors: ['store/not-found', 'permission/denied'],
})
