import type { PeriodComparison, PeriodFacts } from '../../../contract/reports/period.ts'
import { dayRange } from '../../words/format.ts'
import type { PeriodPreset } from './period-search.rules.ts'

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
  'same-weekdays': 'vs. mesmos dias da semana',
  'previous-period': 'vs. período anterior',
  'mean-of-four': 'vs. média de 4 períodos',
  'last-year': 'vs. ano passado',
  custom: 'vs. outro período…',
  none: 'Sem comparação',
}

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
export function comparedWords(period: PeriodFacts): string {
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
