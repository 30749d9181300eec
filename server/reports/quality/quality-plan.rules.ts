import { allHours } from '../figures/store-clock.rules.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

/** `level`: the three months by which the marketplace sets the level. */
export type FactsKind = 'current' | 'compared' | 'level'

/** Days of a store that are read from the closed tables. */
interface ClosedSpan {
  readonly storeId: string
  readonly kind: FactsKind
  readonly from: string
  readonly to: string
  /** Of these days, those that are read from the orders. */
  readonly except: readonly string[]
}

/** A day of a store that is read from its orders, and how much of it counts (as in StoreRange). */
interface LiveDay {
  readonly storeId: string
  readonly timezone: string
  readonly kind: FactsKind
  readonly day: string
  readonly wholeHours: number
  readonly cutHours: number
  readonly cut: string | null
}

export interface QualitySpans {
  readonly closed: readonly ClosedSpan[]
  readonly live: readonly LiveDay[]
}

export interface ClosedThrough {
  readonly through: string | null
  readonly stale: ReadonlySet<string>
}

const whole = { wholeHours: allHours, cutHours: 0, cut: null }
/** The marketplace's level is of this many days, today among them. */
const levelDays = 90

export const levelFrom = (last: string): string => addDays(last, 1 - levelDays)

/** The same plan for some of the stores. */
export const spansOf = ({ closed, live }: QualitySpans, storeIds: ReadonlySet<string>): QualitySpans => ({
  closed: closed.filter((span) => storeIds.has(span.storeId)),
  live: live.filter((day) => storeIds.has(day.storeId)),
})

/** Splits the plan into closed days and days read from the orders. */
export function qualitySpans(
  plan: PeriodPlan,
  closings: ReadonlyMap<string, ClosedThrough>,
  today: (storeId: string) => string,
): QualitySpans {
  const closed: ClosedSpan[] = []
  const live: LiveDay[] = []
  const take = (
    store: { readonly storeId: string; readonly timezone: string },
    kind: FactsKind,
    from: string,
    to: string,
    cut: Pick<LiveDay, 'wholeHours' | 'cutHours' | 'cut'> & { readonly day: string | null },
  ): void => {
    const { storeId, timezone } = store
    const { through = null, stale = new Set<string>() } = closings.get(storeId) ?? {}
    const open = through === null || through < from ? from : addDays(through, 1)
    const days = new Set<string>([...stale].filter((day) => day >= from && day <= to && day < open))
    for (let day = open; day <= to; day = addDays(day, 1)) days.add(day)
    if (cut.day !== null && cut.day >= from && cut.day <= to) days.add(cut.day)
    if (through !== null && through >= from) {
      const last = through < to ? through : to
      closed.push({ storeId, kind, from, to: last, except: [...days].filter((day) => day <= last) })
    }
    for (const day of [...days].toSorted((a, b) => (a < b ? -1 : 1))) {
      const { wholeHours, cutHours, cut: until } = day === cut.day ? cut : whole
      live.push({ storeId, timezone, kind, day, wholeHours, cutHours, cut: until })
    }
  }
  for (const range of plan.ranges) {
    const { wholeHours, cutHours, cut, cutDay } = range
    if (range.from > range.to) continue
    take(range, range.shift === 0 ? 'current' : 'compared', range.from, range.to, {
      day: cutDay,
      wholeHours,
      cutHours,
      cut,
    })
    if (range.shift !== 0) continue
    const last = today(range.storeId)
    take(range, 'level', levelFrom(last), last, { day: null, ...whole })
  }
  return { closed, live }
}

/** The time between points of the trend: enough points for a line, few enough to read. */
export function trendStep(from: string, to: string): 'day' | 'week' | 'month' {
  const days = daysFrom(from, to) + 1
  return days <= 45 ? 'day' : days <= 200 ? 'week' : 'month'
}

/** First day of the day's week (Monday) or month, but not before the period. */
export function trendPoint(step: 'day' | 'week' | 'month', day: string, from: string): string {
  if (step === 'day') return day
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const first = step === 'month' ? `${day.slice(0, 7)}-01` : addDays(day, 1 - weekday)
  return first < from ? from : first
}
