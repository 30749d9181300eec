import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import {
  noMeasures,
  addMeasures,
  mapMeasures,
  type Measures,
} from '../../../contract/reports/metrics/measures.ts'
import type { Comparison, DailyReport } from '../../../contract/reports/daily.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import {
  atHour,
  clockText,
  dayText,
  isMasculine,
  many,
  percentText,
  weekdayText,
} from '../frame/report-text.ts'

/** Means per compared day in whole units; one day is unchanged. */
export function meanOf(measures: Measures, days: number): Measures {
  return days <= 1 ? measures : mapMeasures(measures, (value) => Math.round(value / days))
}

export const sumOf = (all: readonly Measures[]): Measures => all.reduce(addMeasures, noMeasures)

export interface SentenceFacts {
  readonly day: string
  /** The store's day now: a day of another year is named with it. */
  readonly today: string
  readonly running: boolean
  readonly notStarted: boolean
  /** Local `HH:MM`. */
  readonly cutAt: string | null
  readonly totals: Measures
  readonly compared: Measures
  readonly comparison: Comparison
  readonly comparedDays: readonly string[]
  readonly comparedEmpty: boolean
  /** Local hour with the highest net sales; null without a clear peak. */
  readonly peakHour: number | null
}

/** The day summarised in one sentence. */
export function daySentence(facts: SentenceFacts): string {
  if (facts.notStarted) return 'Este dia ainda não começou.'
  if (validOrders(facts.totals) === 0) return withoutSales(facts)
  const said = `${whenText(facts)} você faturou ${moneyPhrase(netCents(facts.totals))}`
  const peak = facts.peakHour === null ? '' : `; o pico foi ${atHour(facts.peakHour)}`
  return `${said}${comparedText(facts)}${peak}.`
}

function withoutSales(facts: SentenceFacts): string {
  const { running, totals, compared } = facts
  const usual = netCents(compared)
  const before =
    usual <= 0
      ? ''
      : running
        ? `; ${reference(facts).at}, até esta hora, já eram ${moneyPhrase(usual)}`
        : `; ${reference(facts).at} foram ${moneyPhrase(usual)}`
  if (totals.received > 0) {
    const lost = many(totals.received, 'pedido recebido foi cancelado', 'pedidos recebidos foram cancelados')
    return `${whenText(facts)} não houve vendas: ${lost}${before}.`
  }
  return `${running ? 'Ainda não há vendas hoje' : `${whenText(facts)} não houve vendas`}${before}.`
}

function comparedText(facts: SentenceFacts): string {
  if (facts.comparedEmpty) return ', ainda sem dia anterior para comparar'
  const { of, at } = reference(facts)
  const sameHour = facts.running ? ' até esta hora' : ''
  const usual = netCents(facts.compared)
  if (usual <= 0) return `; ${at}${sameHour} não havia vendas`
  const change = netCents(facts.totals) / usual - 1
  if (Math.abs(change) < 0.005) return `, o mesmo que ${at}${sameHour}`
  return `, ${percentText(Math.abs(change))} ${change > 0 ? 'acima' : 'abaixo'} ${of}${sameHour}`
}

/** The compared days, as text after "acima" (`of`) and as a time (`at`). */
function reference(facts: SentenceFacts): { of: string; at: string } {
  const { day, comparison, running } = facts
  const weekday = weekdayText(day)
  const o = isMasculine(weekday) ? 'o' : 'a'
  switch (comparison) {
    case 'yesterday':
      return running ? { of: 'de ontem', at: 'ontem' } : { of: 'do dia anterior', at: 'no dia anterior' }
    case 'mean-of-four-same-weekdays': {
      const um = o === 'o' ? 'um' : 'uma'
      return { of: `de ${um} ${weekday} comum`, at: `em ${um} ${weekday} comum` }
    }
    case 'last-year':
      return {
        of: 'do mesmo dia da semana do ano passado',
        at: 'no mesmo dia da semana do ano passado',
      }
    case 'custom': {
      const [day = facts.day] = facts.comparedDays
      return { of: `de ${namedDay(day, facts)}`, at: `em ${namedDay(day, facts)}` }
    }
    case 'same-weekday-last-week': {
      const that = running ? `últim${o} ${weekday}` : `${weekday} anterior`
      return { of: `d${o} ${that}`, at: `n${o} ${that}` }
    }
  }
}

function whenText(facts: SentenceFacts): string {
  const { day, running, cutAt } = facts
  if (running && cutAt) return `Até ${clockText(cutAt)}`
  const weekday = weekdayText(day)
  return `N${isMasculine(weekday) ? 'o' : 'a'} ${weekday}, ${namedDay(day, facts)},`
}

const namedDay = (day: string, { today }: SentenceFacts): string =>
  day.slice(0, 4) === today.slice(0, 4) ? dayText(day) : `${dayText(day)} de ${day.slice(0, 4)}`

export interface HourFigures {
  /** Days back. */
  readonly back: number
  readonly hour: number
  readonly orders: number
  readonly netCents: number
}

/**
 * The hours from the first to the last with orders, today or usually, in the order of the business day.
 * Compared hours are whole, so that the rest of a running day is visible ahead.
 */
export function hoursOfDay(
  rows: readonly HourFigures[],
  firstHour: number,
  futureHours: number,
  comparedDays: number,
): DailyReport['hours'] {
  const at = (compared: boolean, hour: number) =>
    rows
      .filter((row) => row.back > 0 === compared && row.hour === hour)
      .reduce((sum, row) => ({ orders: sum.orders + row.orders, netCents: sum.netCents + row.netCents }), {
        orders: 0,
        netCents: 0,
      })
  const hours = Array.from({ length: 24 }, (_, index) => (firstHour + index) % 24).map((hour) => {
    const usual = at(true, hour)
    const mean = {
      orders: Math.round(usual.orders / comparedDays),
      netCents: Math.round(usual.netCents / comparedDays),
    }
    return { hour, current: at(false, hour), compared: mean, future: ((futureHours >> hour) & 1) === 1 }
  })
  // An hour that sold once in four weeks has a mean of no order, but of some centavos.
  const matters = hours.map(({ current, compared }) => !isNothing(current) || !isNothing(compared))
  const first = matters.indexOf(true)
  return first === -1 ? [] : hours.slice(first, matters.lastIndexOf(true) + 1)
}

const isNothing = ({ orders, netCents }: { readonly orders: number; readonly netCents: number }): boolean =>
  orders === 0 && netCents === 0

/** A single hour with sales is not a peak. */
export function peakHourOf(hours: DailyReport['hours']): number | null {
  const sold = hours.filter((row) => !row.future && row.current.netCents > 0)
  if (sold.length < 2) return null
  return sold.reduce((best, row) => (row.current.netCents > best.current.netCents ? row : best)).hour
}

/** How many districts of the day get their own row. */
const districtsShown = 10

/** The first districts, the sum of the others, and orders without one; together the whole day. */
export function districtRows(
  districts: readonly DailyReport['districts'][number][],
  totals: Measures,
): DailyReport['districts'] {
  const sum = (rows: typeof districts, key: string, name: string) =>
    rows.reduce(
      (all, row) => ({ ...all, orders: all.orders + row.orders, netCents: all.netCents + row.netCents }),
      { key, name, orders: 0, netCents: 0 },
    )
  const named = sum(districts, '', 'Sem bairro')
  const without = {
    ...named,
    orders: validOrders(totals) - named.orders,
    netCents: netCents(totals) - named.netCents,
  }
  const rows = [
    ...districts.slice(0, districtsShown),
    sum(districts.slice(districtsShown), 'others', 'Outros'),
    without,
  ]
  return rows.filter((row) => row.orders !== 0 || row.netCents !== 0)
}
