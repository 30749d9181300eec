import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom, periodComparisons } from '../../../contract/reports/choices.ts'
import type { PeriodComparison } from '../../../contract/reports/period.ts'
import { addMonths, monthOf, type DayRange } from '../../days/months.rules.ts'
import { addressOfChoice, choiceIn, type ChoiceAddress } from '../../stores/choice.rules.ts'

/**
 * Search parameters shared by all period reports, so that a link shows the same report and the period
 * survives a change of report. Pages with more parameters spread `periodSearch(search)` into their own.
 */
/** The chosen stores are part of it; without them the remembered choice is shown. */
export interface PeriodSearch extends ChoiceAddress {
  /** Relative to today; absent with `from` and `to`, or for the default of seven days. */
  readonly period?: PeriodPreset
  readonly from?: string
  readonly to?: string
  readonly comparison?: PeriodComparison
  readonly comparedFrom?: string
  /** `1,2,5`, 1 is Monday. */
  readonly weekdays?: string
  /** `11-14`. */
  readonly hours?: string
}

export const periodPresets = ['today', 'yesterday', '7d', '30d', 'month', 'last-month', '12m'] as const
export type PeriodPreset = (typeof periodPresets)[number]

const defaultPreset: PeriodPreset = '7d'
export const defaultComparison: PeriodComparison = 'same-weekdays'

/** For `validateSearch`: malformed values are dropped. */
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const from = day(search.from)
  const to = day(search.to)
  const period = periodPresets.find((one) => one === search.period)
  const comparison = periodComparisons.find((one) => one === search.comparison)
  const comparedFrom = day(search.comparedFrom)
  // The router parses ?weekdays=1 as a number.
  const weekdays = typeof search.weekdays === 'number' ? String(search.weekdays) : search.weekdays
  const { hours } = search
  return {
    ...(from && to && from <= to ? { from, to } : period ? { period } : {}),
    ...(comparison ? { comparison } : {}),
    ...(comparison === 'custom' && comparedFrom ? { comparedFrom } : {}),
    ...(matches(weekdays, /^[1-7](,[1-7]){0,6}$/) ? { weekdays } : {}),
    ...(matches(hours, /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/) ? { hours } : {}),
    ...storesIn(search),
  }
}

/** Malformed values are dropped; `group=all` stays, because it names everything. */
export function storesIn(search: Readonly<Record<string, unknown>>): ChoiceAddress {
  const named = choiceIn(search)
  if (!named) return {}
  return { ...(named.storeIds.length === 0 ? { group: named.groupId } : {}), ...addressOfChoice(named) }
}

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
  const one = day(search.day)
  return periodSearch(one ? { ...search, from: one, to: one } : search)
}

/** Parameters that a link to the daily report keeps: the day, if the period is a single one. */
export function carriedToDay(search: Record<string, unknown>): { day?: string } {
  const { from, to } = periodSearch(search)
  const one = day(search.day) ?? (from !== undefined && from === to ? from : null)
  return one ? { day: one } : {}
}

/** Parameters that a link to the list of orders keeps. */
export function carriedToHistory(search: Record<string, unknown>): { from?: string; to?: string } {
  const { from, to } = carriedToPeriod(search)
  return from && to ? { from, to } : {}
}

const day = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)
