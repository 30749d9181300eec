import type { SpecialDay, WorkingHours } from '../../../contract/stores/hours.ts'
import { dayText } from './week.rules.ts'

export interface ListedDay {
  readonly day: string
  readonly name: string
  /** Null: the store has not decided; until then it follows the week. */
  readonly decided: SpecialDay | null
  /** A holiday so near that it should be decided. */
  readonly asks: boolean
}

/** Orders of the week before show how a holiday goes; earlier nobody thinks of it. */
const askDays = 7

/** Holidays and the store's own days, by date. */
export function listedDays({ holidays, special, today }: WorkingHours): readonly ListedDay[] {
  const own = special
    .filter(({ day }) => holidays.every((holiday) => holiday.day !== day))
    .map((decided): ListedDay => ({ day: decided.day, name: decided.name, decided, asks: false }))
  const known = holidays.map(({ day, name }): ListedDay => {
    const decided = special.find((one) => one.day === day) ?? null
    return { day, name, decided, asks: decided === null && daysFrom(today, day) <= askDays }
  })
  return [...own, ...known].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

export function decisionText({ decided, asks }: ListedDay): string {
  if (!decided) return asks ? 'decidir' : 'segue a semana'
  if (decided.kind === 'closed') return 'fechada'
  return decided.kind === 'week' ? 'abre normal' : dayText(decided.intervals)
}

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
