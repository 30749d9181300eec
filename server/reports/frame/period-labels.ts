import { brazilianDay } from '../../../contract/shared/day.ts'
import type { PeriodFacts } from '../../../contract/reports/period.ts'
import { weekdayName } from './report-text.ts'

const between = ({ from, to }: { from: string; to: string }): string =>
  from === to ? brazilianDay(from) : `${brazilianDay(from)} a ${brazilianDay(to)}`

/** The lines of a file that describe its period. */
export function periodLines(period: PeriodFacts): readonly string[] {
  const { ranges, empty } = period.comparison
  return [
    `Período: ${between(period)}${period.running && period.cutAt ? `, até ${period.cutAt}` : ''}`,
    ...(ranges.length === 0
      ? []
      : [
          empty
            ? 'Sem vendas no período comparado'
            : `Comparado com ${ranges.map(between).join('; ')}${ranges.length > 1 ? ' (média)' : ''}`,
        ]),
    ...(period.weekdays
      ? [`Só nestes dias: ${period.weekdays.map((day) => weekdayName(day).slice(0, 3)).join(', ')}`]
      : []),
    ...(period.hours ? [`Só das ${period.hours.from}h às ${period.hours.to}h59`] : []),
  ]
}
