import type { Comparison, DailyReport } from '../../../contract/reports/daily.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { ChartPoint } from '../../charts/time-chart.rules.ts'
import { dayBrief, dayDigits, plural, weekdayName } from '../../words/format.ts'

/** A day in the report's sentence; `short`: without what is clear from the rest. */
export interface DayWords {
  readonly long: string
  readonly short: string
}

/** `Ontem, sexta 20 de nov.`, `Sexta, 20 de nov. de 2025`. */
export function dayWords(day: string, today: string): DayWords {
  const brief = dayBrief(day, day.slice(0, 4) !== today.slice(0, 4))
  const name = day === today ? 'Hoje' : day === addDays(today, -1) ? 'Ontem' : null
  const weekday = weekdayName(day)
  return name
    ? { long: `${name}, ${weekday} ${brief}`, short: name }
    : { long: `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${brief}`, short: brief }
}

/** What a day is compared with, after `contra`: `sexta passada`, `um sábado comum`, `12 de nov.`. */
export function comparedDayWords(
  comparison: Comparison,
  {
    day,
    compared,
    today,
  }: { readonly day: string; readonly compared: string | null; readonly today: string },
): DayWords & { readonly tab: string } {
  const weekday = weekdayName(day)
  const male = weekday === 'sábado' || weekday === 'domingo'
  switch (comparison) {
    case 'yesterday':
      return { ...both('o dia anterior'), tab: 'véspera' }
    case 'same-weekday-last-week':
      return { ...both(`${weekday} passad${male ? 'o' : 'a'}`), tab: weekday }
    case 'mean-of-four-same-weekdays':
      return { ...both(`${male ? 'um' : 'uma'} ${weekday} comum`), tab: 'média' }
    case 'last-year':
      return { long: `${male ? 'o' : 'a'} ${weekday} do ano passado`, short: 'o ano passado', tab: 'ano' }
    case 'custom':
      return compared
        ? {
            ...both(dayBrief(compared, compared.slice(0, 4) !== today.slice(0, 4))),
            tab: dayDigits(compared),
          }
        : { ...both('outro dia'), tab: 'outro' }
  }
}

/** An hour of the chart. One that has not begun is hollow: its orders are scheduled, none is sold. */
export const hourPoint = ({ hour, current, future }: DailyReport['hours'][number]): ChartPoint =>
  future && current.orders > 0
    ? {
        label: `${hour}h`,
        title: `${hour}h, ${plural(current.orders, 'pedido agendado', 'pedidos agendados')}`,
        partial: true,
      }
    : { label: `${hour}h`, title: `${hour}h, ${plural(current.orders, 'pedido', 'pedidos')}` }

const both = (words: string): DayWords => ({ long: words, short: words })
