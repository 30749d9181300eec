import * as z from 'zod/mini'
import { addDays, dayText, givenDay, instant } from '../shared/day.ts'
import { selectionParam } from '../shared/selection.ts'
import { periodComparisons, daysFrom } from './choices.ts'

export { periodComparisons, daysFrom }

/**
 * Query and reply fields that describe the period. Every report except the daily one uses them, so that
 * a period selected on one page means the same on the next.
 */

export type PeriodComparison = (typeof periodComparisons)[number]

const reportFormats = ['json', 'csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
/**
 * `json` is the regular reply; the other formats are files of the same figures, streamed while they are
 * generated.
 */
export const formatParam = z._default(z.enum(reportFormats, 'Formato desconhecido.'), 'json')

/** The longest period of a report: two years and a leap day. */
export const periodDaysLimit = 731

/** For reports whose data exist by day but not by hour. */
export const dayPeriodQuery = {
  selection: selectionParam,
  /** Business days, inclusive; absent: the seven days that end today. */
  from: z.optional(givenDay),
  to: z.optional(givenDay),
  comparison: z._default(z.enum(periodComparisons, 'Comparação desconhecida.'), 'same-weekdays'),
  /** First day of the compared period with `custom`; that period is as long as the reported one. */
  comparedFrom: z.optional(givenDay),
  /** Included ISO weekdays, as `1,2,5` (1 is Monday); absent: all. */
  weekdays: z.optional(
    z.string().check(z.regex(/^[1-7](,[1-7]){0,6}$/, 'Escolha dias da semana de 1 (segunda) a 7 (domingo).')),
  ),
  format: formatParam,
} as const

export const periodQuery = {
  ...dayPeriodQuery,
  /** Included local hours, as `11-14`; `22-2` crosses midnight. Absent: all. */
  hours: z.optional(
    z.string().check(z.regex(/^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/, 'Escolha horas de 0 a 23.')),
  ),
} as const

const range = z.strictObject({ from: dayText, to: dayText })

export const periodFacts = z.strictObject({
  from: dayText,
  to: dayText,
  /** For display; each store's days are computed in its own zone. */
  timezone: z.string(),
  generatedAt: instant,
  /** The last day is still running in at least one store, so the compared days are cut at the same minute. */
  running: z.boolean(),
  /** Local `HH:MM` of that minute in `timezone`. */
  cutAt: z.nullable(z.string()),
  comparison: z.strictObject({
    kind: z.enum(periodComparisons),
    /** Newest first; with several, the compared figures are their mean. */
    ranges: z.array(range),
    /** No compared period has any orders. */
    empty: z.boolean(),
  }),
  weekdays: z.nullable(z.array(z.int())),
  hours: z.nullable(z.strictObject({ from: z.int(), to: z.int() })),
})
export type PeriodFacts = z.output<typeof periodFacts>

/** How many days earlier each compared period begins, given the period's length. */
export function comparedShifts(
  kind: PeriodComparison,
  from: string,
  to: string,
  comparedFrom: string | undefined,
): readonly number[] {
  const length = daysFrom(from, to) + 1
  const weeks = 7 * Math.ceil(length / 7)
  switch (kind) {
    case 'none':
      return []
    // Whole weeks back, so that weekdays match.
    case 'same-weekdays':
      return [weeks]
    case 'previous-period':
      return [length]
    case 'mean-of-four':
      return [weeks, 2 * weeks, 3 * weeks, 4 * weeks]
    // 52 weeks back: the same weekdays of the year before. A longer period would overlap itself.
    case 'last-year':
      return [Math.max(364, weeks)]
    case 'custom':
      return comparedFrom === undefined ? [weeks] : [daysFrom(comparedFrom, from)]
  }
}

/** 1 Monday to 7 Sunday. */
export const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** First day of its month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const nextMonth = (day: string): string => monthOf(addDays(`${day.slice(0, 7)}-28`, 4))
