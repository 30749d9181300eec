import { addMeasures, netCents, noMeasures, validOrders } from '../../contract/metrics.ts'
import type { Comparison, DailyReport, MeasureName, Measures } from '../../contract/reports.ts'
import { moneyText, percentText } from './report-words.ts'

/** Means per compared day, in whole units; one day stays as it is. */
export function meanOf(measures: Measures, days: number): Measures {
  if (days <= 1) return measures
  const mean = { ...measures }
  for (const name of Object.keys(noMeasures) as MeasureName[]) mean[name] = Math.round(measures[name] / days)
  return mean
}

export const sumOf = (all: readonly Measures[]): Measures => all.reduce(addMeasures, noMeasures)

export interface SentenceFacts {
  readonly running: boolean
  readonly notStarted: boolean
  readonly cutAt: string | null
  readonly totals: Measures
  readonly compared: Measures
  readonly comparison: Comparison
  /** pt-BR name of the weekday: `sexta`. */
  readonly weekday: string
  readonly comparedEmpty: boolean
  /** Local hour with the most net sales, null without sales. */
  readonly peakHour: number | null
}

/** The day in one sentence, as an owner would say it. */
export function daySentence(facts: SentenceFacts): string {
  if (facts.notStarted) return 'Este dia ainda não começou.'
  const when = facts.running && facts.cutAt ? `Até as ${clock(facts.cutAt)}` : 'No dia'
  if (validOrders(facts.totals) === 0) {
    const received = facts.totals.received > 0 ? 'todos os pedidos foram cancelados' : 'nenhum pedido'
    return facts.running ? `${when}, ${received}.` : `${when}, ${received}.`
  }
  const net = netCents(facts.totals)
  const said = `${when} você faturou ${moneyText(net)}`
  const peak = facts.peakHour === null ? '' : `; o pico foi às ${facts.peakHour}h`
  if (facts.comparedEmpty || netCents(facts.compared) <= 0) return `${said}${peak}.`
  const change = net / netCents(facts.compared) - 1
  const against = comparedWords(facts)
  if (Math.abs(change) < 0.005) return `${said}, igual a ${against}${peak}.`
  const side = change > 0 ? 'acima' : 'abaixo'
  return `${said}, ${percentText(Math.abs(change))} ${side} ${against.replace(/^(a|o) /, 'd$1 ')}${peak}.`
}

function comparedWords({ comparison, weekday, running }: SentenceFacts): string {
  const sameHour = running ? ' até esta hora' : ''
  if (comparison === 'yesterday') return `o dia anterior${sameHour}`
  const masculine = weekday === 'sábado' || weekday === 'domingo'
  if (comparison === 'mean-of-four-same-weekdays') {
    return masculine ? `o ${weekday} comum${sameHour}` : `a ${weekday} comum${sameHour}`
  }
  return masculine ? `o último ${weekday}${sameHour}` : `a última ${weekday}${sameHour}`
}

const clock = (time: string): string => {
  const [hour = '', minute = ''] = time.split(':')
  return minute === '00' ? `${Number(hour)}h` : `${Number(hour)}h${minute}`
}

export interface HourFigures {
  readonly compared: boolean
  readonly hour: number
  readonly orders: number
  readonly netCents: number
  readonly wholeOrders: number
  readonly wholeNetCents: number
}

/**
 * The hours between the first and the last that had or usually have orders, in the order of the
 * business day. The compared side is the whole hour, so that what usually comes is visible ahead.
 */
export function hoursOfDay(
  rows: readonly HourFigures[],
  firstHour: number,
  futureHours: number,
  comparedDays: number,
): DailyReport['hours'] {
  const at = (compared: boolean, hour: number) =>
    rows.find((row) => row.compared === compared && row.hour === hour)
  const hours = Array.from({ length: 24 }, (_, index) => (firstHour + index) % 24).map((hour) => {
    const current = at(false, hour)
    const usual = at(true, hour)
    return {
      hour,
      current: { orders: current?.orders ?? 0, netCents: current?.netCents ?? 0 },
      compared: {
        orders: Math.round((usual?.wholeOrders ?? 0) / comparedDays),
        netCents: Math.round((usual?.wholeNetCents ?? 0) / comparedDays),
      },
      future: ((futureHours >> hour) & 1) === 1,
    }
  })
  const matters = hours.map(
    (row) => row.current.orders > 0 || row.compared.orders > 0 || row.current.netCents !== 0,
  )
  const first = matters.indexOf(true)
  return first === -1 ? [] : hours.slice(first, matters.lastIndexOf(true) + 1)
}

export function peakHourOf(hours: DailyReport['hours']): number | null {
  const sold = hours.filter((row) => row.current.netCents > 0)
  if (sold.length === 0) return null
  return sold.reduce((best, row) => (row.current.netCents > best.current.netCents ? row : best)).hour
}
