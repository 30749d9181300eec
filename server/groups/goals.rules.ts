import { addDays } from '../../contract/shared/day.ts'
import { dayMs } from '../../contract/shared/durations.ts'

const weeksMost = 8
/** With less history a weekday's mean says nothing. */
const weeksLeast = 5
/** How far back days are needed. */
export const historyDays = weeksMost * 7

/** Net centavos by business day. */
type Days = ReadonlyMap<string, number>

export interface MonthPace {
  readonly soldCents: number
  /** Null: too little history. */
  readonly paceCents: number | null
}

/**
 * The month of `today`: sold so far, and what it ends with if each day left sells the mean of its weekday. A day without
 * sales counts as none: a store that is closed on Mondays is not expected to sell on one.
 */
export function monthPace(days: Days, today: string): MonthPace {
  const sold = [...days].filter(([day]) => day.slice(0, 7) === today.slice(0, 7) && day <= today)
  const soldCents = sold.reduce((sum, [, cents]) => sum + cents, 0)
  const first = [...days.keys()].toSorted((a, b) => (a < b ? -1 : 1))[0]
  const weeks = first ? Math.min(weeksMost, Math.floor(daysBetween(first, today) / 7)) : 0
  if (weeks < weeksLeast) return { soldCents, paceCents: null }
  const usual = (day: string) => {
    const weekday = addDays(today, daysBetween(today, day) % 7)
    let sum = 0
    for (let week = 1; week <= weeks; week += 1) sum += days.get(addDays(weekday, -7 * week)) ?? 0
    return sum / weeks
  }
  let rest = Math.max(0, usual(today) - (days.get(today) ?? 0))
  for (let day = addDays(today, 1); day.slice(0, 7) === today.slice(0, 7); day = addDays(day, 1))
    rest += Math.max(0, usual(day))
  return { soldCents, paceCents: Math.round(soldCents + rest) }
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
