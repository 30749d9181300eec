import { periodComparisons } from '../../../contract/reports/choices.ts'
import type { PeriodComparison } from '../../../contract/reports/period.ts'
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

/** For `validateSearch`: malformed values are dropped. */
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const from = dayIn(search.from)
  const to = dayIn(search.to)
  const period = periodPresets.find((one) => one === search.period)
  const comparison = periodComparisons.find((one) => one === search.comparison)
  const comparedFrom = dayIn(search.comparedFrom)
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

export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)
