import { comparisons } from '../../../contract/reports/choices.ts'
import type { Comparison } from '../../../contract/reports/daily.ts'
import type { ChoiceAddress } from '../../stores/choice.rules.ts'
import { periodSearch, storesIn } from '../period/period-search.rules.ts'

/** Search parameters of the daily report. */
export interface DaySearch extends ChoiceAddress {
  /** Absent: the running day. */
  readonly day?: string
  readonly comparison?: Comparison
  /** With `custom`. */
  readonly comparedDay?: string
}

export function daySearch(search: Record<string, unknown>): DaySearch {
  const day = dayIn(search.day)
  const comparison = comparisons.find((one) => one === search.comparison)
  const comparedDay = dayIn(search.comparedDay)
  return {
    ...(day ? { day } : {}),
    ...(comparison && (comparison !== 'custom' || comparedDay) ? { comparison } : {}),
    ...(comparison === 'custom' && comparedDay ? { comparedDay } : {}),
    ...storesIn(search),
  }
}

/** A comparison that is no longer before the chosen day falls back to the default. */
export function dayQueryOf(search: DaySearch, today: string) {
  const { day, comparison, comparedDay } = search
  const fits = comparison !== 'custom' || (comparedDay ?? '') < (day ?? today)
  return {
    ...(day ? { day } : {}),
    ...(comparison && fits ? { comparison } : {}),
    ...(comparison === 'custom' && comparedDay && fits ? { comparedDay } : {}),
  }
}

const dayIn = (value: unknown): string | null => {
  const { from } = periodSearch({ from: value, to: value })
  return from ?? null
}
