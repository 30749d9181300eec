import { noMeasures, addMeasures } from '../../../contract/reports/metrics/measures.ts'
import { daysFrom, isoWeekday } from '../../../contract/reports/period.ts'
import {
  pivotSeriesLimit,
  type readSaleReport as readSaleReportRoute,
  type SalePivot,
  type SalePivotRow,
  type SalePoint,
  type SaleReport,
} from '../../../contract/reports/sale.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { firstHourOf } from '../figures/store-clock.rules.ts'
import { meanOf } from '../daily/daily-report.rules.ts'
import { factsOf, planPeriod } from '../figures/plan-period.rules.ts'
import { withReading, type Reading } from '../frame/reading.ts'
import { comparedPeriods, inHalves, onlyPeriod, type PeriodSource } from '../figures/period-source.ts'
import { measuredRows, othersKey, partRows, type PivotNames } from './sale-pivot.rules.ts'
import {
  bucketOf,
  countedDays,
  daySeries,
  hourSeries,
  keyedSeries,
  restOf,
  type KeyedAmount,
} from './sale-series.rules.ts'
import {
  type TotalsRow,
  type LineSplit,
  type HourLine,
  type HourSplit,
  type PartKind,
  otherValues,
} from '../figures/figure-rows.ts'
import { addLateChanges, readLateChanges } from './read-late-changes.ts'
import { addRefunds, readRefunds } from './read-refunds.ts'
import { readDayLines, readHourLines, readParts, readTotals } from '../figures/figures.ts'

type SaleCall = Pick<Call<typeof readSaleReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

/** With a filter of hours some splits are read order by order, for at most this many days. */
const partHoursDaysLimit = 31

export async function readSaleReport({ deps, stores, query, now }: SaleCall): Promise<SaleReport> {
  return withReading(deps.cells, stores, { halves: true }, async (moment) => {
    const plan = planPeriod(moment.stores, query, now)
    const source = { stores: moment.stores, closings: moment.closings, plan }
    rejectLongHours(source, query.pivot)
    const { totals, rows, divisor } = await readSums(moment, source, query.pivot)
    const curves = await readCurves(moment, source, { ...query, rows, divisor })
    const sum = (compared: boolean) =>
      totals
        .filter((row) => row.shift > 0 === compared)
        .reduce((all, row) => addMeasures(all, row.measures), noMeasures)
    return {
      period: factsOf(plan, divisor === 0, now),
      totals: sum(false),
      compared: meanOf(sum(true), divisor),
      step: query.by,
      series: curves.series,
      pivot: { by: query.pivot, rows, series: curves.pivot },
      heat: heatOf(source, curves.hours),
      refunds: addRefunds(await moment.each((tx, { part }) => readRefunds(tx, part(plan)))),
      changes: addLateChanges(await moment.each((tx, { part }) => readLateChanges(tx, part(plan)))),
    }
  })
}

interface Sums {
  readonly totals: readonly TotalsRow[]
  readonly rows: SalePivotRow[]
  readonly divisor: number
}

async function readSums(moment: Reading, source: PeriodSource, pivot: SalePivot): Promise<Sums> {
  const { plan } = source
  const halves = await inHalves(moment, source, async (tx, half) => {
    const totals = await readTotals(tx, half)
    // Whole months can be used only without a filter of weekdays.
    const byMonth = plan.weekdays === null
    const parts = isPart(pivot) ? await readParts(tx, half, { part: pivot, byMonth }) : []
    return { totals, parts }
  })
  const totals = halves.flatMap((half) => half.totals)
  const divisor = comparedPeriods(totals)
  const names = await readNames(moment, source, pivot)
  const rows = isPart(pivot)
    ? partRows(
        pivot,
        halves.flatMap((half) => half.parts),
        totals,
        names,
        divisor,
      )
    : measuredRows(pivot, totals, names, divisor)
  return { totals, rows, divisor }
}

const isPart = (pivot: SalePivot): pivot is PartKind =>
  pivot === 'payment' || pivot === 'district' || pivot === 'driver' || pivot === 'coupon'

function rejectLongHours({ plan }: PeriodSource, pivot: SalePivot): void {
  if (plan.hours === null || !isPart(pivot) || daysFrom(plan.from, plan.to) < partHoursDaysLimit) return
  const message = `Com filtro de horas, esta divisão vai até ${partHoursDaysLimit} dias. Escolha menos dias ou tire as horas.`
  throw new AppError('validation/refused', { details: [{ path: 'hours', message }] })
}

async function readNames({ each }: Reading, source: PeriodSource, pivot: SalePivot): Promise<PivotNames> {
  const stores = new Map(source.stores.map((store) => [store.storeId, store.name]))
  if (pivot !== 'driver') return { stores, drivers: new Map() }
  const drivers = await each((tx, { storeIds }) =>
    tx.selectFrom('motoboys').select(['id', 'name']).where('store_id', 'in', storeIds).execute(),
  )
  return { stores, drivers: new Map(drivers.flat().map((driver) => [driver.id, driver.name])) }
}

interface Curves {
  readonly series: SalePoint[]
  readonly pivot: SaleReport['pivot']['series']
  /** Of the period, for the heat map. */
  readonly hours: readonly HourLine[]
}

interface CurvesAsked {
  readonly by: SaleReport['step']
  readonly pivot: SalePivot
  readonly rows: readonly SalePivotRow[]
  readonly divisor: number
}

async function readCurves(moment: Reading, source: PeriodSource, asked: CurvesAsked): Promise<Curves> {
  const { plan } = source
  const top = asked.rows.filter((row) => row.key !== othersKey).slice(0, pivotSeriesLimit)
  const split = splitBy(asked.pivot, top)
  if (asked.by === 'hour') {
    const byHour: HourSplit = split.by === 'type' ? { by: 'none' } : split
    const halves = await inHalves(moment, source, (tx, half) => readHourLines(tx, half, byHour))
    const lines = halves.flat()
    const labelled = source.stores.find((store) => store.timezone === plan.timezone)
    const series = hourSeries(lines, firstHourOf(labelled, plan.from), asked.divisor)
    const hours = lines.filter((line) => line.shift === 0)
    if (byHour.by === 'none') return { series, pivot: [], hours }
    const amounts = hours.map((line) => ({ ...line, at: String(line.hour), cents: line.net }))
    return { series, pivot: withRest(series, keyedSeries(series, top, amounts), asked.rows, top), hours }
  }
  const step = asked.by
  const halves = await inHalves(moment, source, async (tx, half) => ({
    lines: await readDayLines(tx, half, split),
    hours: await readHourLines(tx, onlyPeriod(half), { by: 'none' }, ['orders', 'net']),
  }))
  const lines = halves.flatMap((half) => half.lines)
  const hours = halves.flatMap((half) => half.hours)
  const series = daySeries(plan, step, lines, asked.divisor)
  if (isPart(asked.pivot)) {
    return {
      series,
      hours,
      pivot: await readPartSeries(moment, source, { ...asked, step, kind: asked.pivot, series, top }),
    }
  }
  const amounts = lines.flatMap((line): KeyedAmount[] =>
    line.shift > 0
      ? []
      : [{ at: bucketOf(step, line.day), key: line.key, orders: line.orders, cents: line.net }],
  )
  return { series, hours, pivot: withRest(series, keyedSeries(series, top, amounts), asked.rows, top) }
}

function splitBy(pivot: SalePivot, top: readonly SalePivotRow[]): LineSplit {
  if (pivot === 'store') return { by: 'store', storeIds: top.map((row) => row.key) }
  return pivot === 'channel' || pivot === 'type' ? { by: pivot } : { by: 'none' }
}

const others = { key: othersKey, name: 'Outros' }

function withRest(
  series: readonly SalePoint[],
  keyed: SaleReport['pivot']['series'],
  rows: readonly SalePivotRow[],
  top: readonly SalePivotRow[],
): SaleReport['pivot']['series'] {
  return rows.length > top.length ? [...keyed, { ...others, points: restOf(series, keyed) }] : keyed
}

interface PartSeriesAsked extends CurvesAsked {
  readonly step: 'day' | 'week' | 'month'
  readonly kind: PartKind
  readonly series: readonly SalePoint[]
  readonly top: readonly SalePivotRow[]
}

async function readPartSeries(
  moment: Reading,
  source: PeriodSource,
  { step, kind, series, top, rows }: PartSeriesAsked,
): Promise<SaleReport['pivot']['series']> {
  const { plan } = source
  const values = top.map((row) => row.key).filter((key) => key !== '')
  const byMonth = step === 'month' && plan.weekdays === null
  const halves = await inHalves(moment, onlyPeriod(source), (tx, half) =>
    readParts(tx, half, { part: kind, byMonth, only: values }),
  )
  const amounts = halves.flat().map((part) => ({ ...part, key: part.value, at: bucketOf(step, part.at) }))
  const valued = keyedSeries(
    series,
    [...top.filter((row) => row.key !== ''), { ...others, key: otherValues }],
    amounts,
  )
  const rest = { ...others, points: valued.at(-1)?.points ?? [] }
  const more = rows.length > top.length
  if (kind === 'payment') return [...valued.slice(0, -1), ...(more ? [rest] : [])]
  const nothing = top.find((row) => row.key === '')
  if (!nothing) return withRest(series, valued.slice(0, -1), rows, top)
  const shown = top.map((row) =>
    row.key === ''
      ? { key: '', name: row.name, points: restOf(series, valued) }
      : (valued.find((each) => each.key === row.key) ?? { ...row, points: [] }),
  )
  return [...shown.map(({ key, name, points }) => ({ key, name, points })), ...(more ? [rest] : [])]
}

function heatOf({ plan, stores }: PeriodSource, hours: readonly HourLine[]): SaleReport['heat'] {
  const cells = new Map<string, SaleReport['heat']['cells'][number]>()
  for (const { weekday, hour, orders, net } of hours) {
    const key = `${weekday} ${hour}`
    const cell = cells.get(key) ?? { weekday, hour, orders: 0, netCents: 0 }
    cells.set(key, { ...cell, orders: cell.orders + orders, netCents: cell.netCents + net })
  }
  const days = [0, 0, 0, 0, 0, 0, 0]
  for (const day of countedDays(plan)) days[isoWeekday(day) - 1] = (days[isoWeekday(day) - 1] ?? 0) + 1
  const labelled = stores.find((store) => store.timezone === plan.timezone)
  return {
    cells: [...cells.values()]
      .filter((cell) => cell.orders !== 0 || cell.netCents !== 0)
      .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    days,
    firstHour: firstHourOf(labelled, plan.to),
  }
}
