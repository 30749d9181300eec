import type { PeriodComparison, PeriodFacts } from '../../../contract/reports/period.ts'
import { daysFrom } from '../../../contract/reports/choices.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { dayBrief, dayDigits, dayRange, monthName } from '../../words/format.ts'
import type { DayRange } from '../../days/months.rules.ts'
import { type PeriodPreset } from './period-search.rules.ts'
import { presetOf } from './period.rules.ts'

/** Names of periods and comparisons. */
export const presetLabels: Record<PeriodPreset, string> = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7d': '7 dias',
  '30d': '30 dias',
  month: 'Este mês',
  'last-month': 'Mês passado',
  '12m': '12 meses',
}

export const comparisonLabels: Record<PeriodComparison, string> = {
  'same-weekdays': 'Os mesmos dias da semana',
  'previous-period': 'O período anterior',
  'mean-of-four': 'A média de 4 períodos',
  'last-year': 'O ano passado',
  custom: 'Outro período…',
  none: 'Sem comparação',
}

/** The period in a sentence: `7 dias, 17 a 23 de nov.`; `short`: without what is clear from the rest. */
export function periodWords(
  range: DayRange,
  today: string,
): { readonly long: string; readonly short: string } {
  const preset = presetOf(range, today)
  const days = withYear(dayRange(range.from, range.to), range.to, today)
  if (preset) return { long: `${presetLabels[preset]}, ${days}`, short: presetLabels[preset] }
  const short =
    range.from === range.to ? dayBrief(range.from, range.from.slice(0, 4) !== today.slice(0, 4)) : days
  return { long: capital(days), short: capital(short) }
}

/** What a report is compared with, after `contra`. `own`: the first day of a period chosen by hand. */
export function comparedWords(
  comparison: PeriodComparison,
  own: { readonly from: string; readonly range: DayRange; readonly today: string } | null,
): { readonly long: string; readonly short: string; readonly tab: string } {
  switch (comparison) {
    case 'same-weekdays':
      return { long: 'os mesmos dias da semana', short: 'os mesmos dias', tab: 'semana' }
    case 'previous-period':
      return { long: 'o período anterior', short: 'o anterior', tab: 'anterior' }
    case 'mean-of-four':
      return { long: 'a média de 4 períodos', short: 'a média de 4', tab: 'média' }
    case 'last-year':
      return { long: 'o ano passado', short: 'o ano passado', tab: 'ano' }
    case 'none':
      return { long: 'sem comparação', short: 'sem comparação', tab: 'nada' }
    case 'custom': {
      if (!own) return { long: 'outro período', short: 'outro período', tab: 'outro' }
      const to = addDays(own.from, daysFrom(own.range.from, own.range.to))
      const long = withYear(dayRange(own.from, to), to, own.today)
      return { long, short: long, tab: dayDigits(own.from) }
    }
  }
}

/** Days beside the name of a preset; across years only months: `17 a 23 de nov.`, `dez. 25 a nov. 26`. */
export const rangeBrief = ({ from, to }: DayRange): string =>
  from.slice(0, 4) === to.slice(0, 4)
    ? dayRange(from, to)
    : `${monthName(from, 'short')} a ${monthName(to, 'short')}`

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Adds the year to days outside the current one. */
export const withYear = (words: string, day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) || words.includes(day.slice(0, 4))
    ? words
    : `${words} de ${day.slice(0, 4)}`

export const weekdayShort = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'] as const

/** Label of the compared figures in legends and cells: `8 a 14 de nov.`. Empty without comparison. */
export function comparedName({ comparison, to }: PeriodFacts): string {
  const [first] = comparison.ranges
  if (!first) return ''
  if (comparison.ranges.length > 1) return `média de ${comparison.ranges.length} períodos`
  return withYear(dayRange(first.from, first.to), first.to, to)
}

/** After "contra": `16 a 22 de nov.`, while a day runs with the minute that both stop at. */
export function comparedUntil(period: PeriodFacts): string {
  const words = comparedName(period)
  return period.running && period.cutAt ? `${words} até ${period.cutAt}` : words
}

/** The active filters: `seg, ter · 11h às 14h59`. */
export function filterText({ weekdays, hours }: Pick<PeriodFacts, 'weekdays' | 'hours'>): string {
  return [
    ...(weekdays ? [weekdays.map((day) => weekdayShort[day - 1] ?? '').join(', ')] : []),
    ...(hours ? [`${hours.from}h às ${hours.to}h59`] : []),
  ].join(' · ')
}
