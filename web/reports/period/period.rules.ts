import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/choices.ts'
import type { PeriodComparison } from '../../../contract/reports/period.ts'
import { addMonths, monthOf, type DayRange } from '../../days/months.rules.ts'
import {
  dayIn,
  periodPresets,
  periodSearch,
  type PeriodPreset,
  type PeriodSearch,
} from './period-search.rules.ts'

/** The days of a period, what is asked of them, and what a link keeps of them. Not part of the first visit. */

const defaultPreset: PeriodPreset = '7d'
export const defaultComparison: PeriodComparison = 'same-weekdays'

/** The business days shown; `today` is the running one of the selection. */
export function rangeOf(search: PeriodSearch, today: string): DayRange {
  if (search.from && search.to) return { from: search.from, to: search.to < today ? search.to : today }
  return rangeOfPreset(search.period ?? defaultPreset, today)
}

export function rangeOfPreset(preset: PeriodPreset, today: string): DayRange {
  const monthStart = `${today.slice(0, 8)}01`
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: monthStart, to: today }
    case 'last-month':
      return monthOf(addDays(monthStart, -1))
    case '12m':
      return { from: addMonths(monthStart, -11), to: today }
  }
}

/** The call's query, without the selection. The server's own clock resolves the default period. */
export function periodQueryOf(search: PeriodSearch, today: string) {
  const { from, to } = rangeOf(search, today)
  const asks = search.from !== undefined || search.period !== undefined
  const comparison = search.comparison === 'custom' && !search.comparedFrom ? undefined : search.comparison
  return {
    ...(asks ? { from } : {}),
    ...(asks && to < today ? { to } : {}),
    ...(comparison && comparison !== defaultComparison ? { comparison } : {}),
    ...(comparison === 'custom' && search.comparedFrom ? { comparedFrom: search.comparedFrom } : {}),
    ...(search.weekdays ? { weekdays: search.weekdays } : {}),
    ...(search.hours ? { hours: search.hours } : {}),
  }
}

/**
 * The previous or next period of the same length; whole months move by months. Null: it would be in the
 * future.
 */
export function neighbour(range: DayRange, direction: -1 | 1, today: string): DayRange | null {
  const { from, to } = range
  const month = monthOf(from)
  const isMonth = from === month.from && (to === month.to || (to === today && to < month.to && to > from))
  if (isMonth) {
    const next = monthOf(direction < 0 ? addDays(month.from, -1) : addDays(month.to, 1))
    return next.from > today ? null : { from: next.from, to: next.to < today ? next.to : today }
  }
  const length = daysFrom(from, to) + 1
  const next = { from: addDays(from, direction * length), to: addDays(to, direction * length) }
  if (next.from > today) return null
  return next.to > today ? { from: next.from, to: today } : next
}

/** The preset with exactly these days, so that a matching custom period is shown as the preset. */
export const presetOf = (range: DayRange, today: string): PeriodPreset | null =>
  periodPresets.find((preset) => {
    const days = rangeOfPreset(preset, today)
    return days.from === range.from && days.to === range.to
  }) ?? null

/** Parameters that a link to another period report keeps. */
export function carriedToPeriod(search: Record<string, unknown>): PeriodSearch {
  const one = dayIn(search.day)
  return periodSearch(one ? { ...search, from: one, to: one } : search)
}

/** Parameters that a link to the daily report keeps: the day, if the period is a single one. */
export function carriedToDay(search: Record<string, unknown>): { day?: string } {
  const { from, to } = periodSearch(search)
  const one = dayIn(search.day) ?? (from !== undefined && from === to ? from : null)
  return one ? { day: one } : {}
}

/** Parameters that a link to the list of orders keeps. */
export function carriedToHistory(search: Record<string, unknown>): { from?: string; to?: string } {
  const { from, to } = carriedToPeriod(search)
  return from && to ? { from, to } : {}
}
