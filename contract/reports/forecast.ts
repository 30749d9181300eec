import * as z from 'zod/mini'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

const expected = {
  netCents: z.int(),
  /** Between these lay eight of ten days of the back-test. */
  lowCents: z.int(),
  highCents: z.int(),
} as const

/**
 * What the selected stores should sell: the rest of the running day and the seven days after it.
 * Given only where it did better than "the same as a week before" over the last eight weeks.
 */
export const forecast = z.strictObject({
  generatedAt: instant,
  timezone: z.string(),
  /** The running business day. */
  day: dayText,
  /** Null: not good enough to be shown, or too little past; `backTest` says which. */
  shown: z.nullable(
    z.strictObject({
      /** Net so far, what should still come, by hours that lie ahead. */
      soldCents: z.int(),
      rest: z.strictObject(expected),
      hours: z.array(z.strictObject({ hour: z.int(), netCents: z.int() })),
      days: z.array(z.strictObject({ day: dayText, ...expected })),
    }),
  ),
  /** Null with less than six weeks of sales. Errors are shares of what was sold (WAPE). */
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
  query: z.strictObject({ selection: selectionParam }),
  reply: forecast,
  errors: ['store/not-found', 'permission/denied'],
})
