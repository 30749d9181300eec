import type { SaleSearch } from '../frame/report-search.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { addDays } from '../../../contract/shared/day.ts'
import { metrics } from '../../../contract/reports/metrics.ts'
import { readForecast, type Forecast } from '../../../contract/reports/forecast.ts'
import { saleSteps, type SalePoint, type SaleReport, type SaleStep } from '../../../contract/reports/sale.ts'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { count, dayBrief, dayDigits, dayShort, money, moneyAxis, monthName } from '../../words/format.ts'
import styles from '../frame/blocks.module.css'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { LineChart, type ChartForecast, type ChartPoint } from '../../charts/line-chart.tsx'
import { comparedName } from '../frame/period-labels.ts'
import type { ReportContext } from '../frame/report-frame.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Segments } from '../frame/segments.tsx'

const stepNames: Record<SaleStep, string> = { hour: 'Hora', day: 'Dia', week: 'Semana', month: 'Mês' }
const byLabels: Record<SaleStep, string> = {
  hour: 'por hora do dia',
  day: 'por dia',
  week: 'por semana',
  month: 'por mês',
}
/** More parts than this are drawn as lines. */
const columnsLimit = 45

/** Sales over time: against the comparison, or split by the pivot; with a forecast while days are ahead. */
export function SaleSeries({
  report,
  search,
  context,
}: {
  readonly report: SaleReport
  readonly search: SaleSearch
  readonly context: ReportContext
}) {
  const { step } = report
  const splits = report.pivot.series.length > 0
  const split = search.split === true && splits
  const paid = split && report.pivot.by === 'payment'
  const forecast = useForecast(context, step, split)
  const label = `${paid ? 'Recebido' : metrics.net.label} ${byLabels[step]}`
  const points = [...report.series.map((point) => pointOf(point, step)), ...pointsAhead(forecast)]
  const compared = comparedOf(report)
  const pad = <T,>(values: readonly T[]): readonly (T | null)[] => [
    ...values,
    ...pointsAhead(forecast).map(() => null),
  ]
  const series = split
    ? report.pivot.series.map(({ name, points: of }) => ({
        name,
        values: pad(of.map((amount) => amount.cents)),
      }))
    : [{ name: 'este período', values: pad(report.series.map((point) => point.current.cents)) }]
  const Chart =
    points.length > columnsLimit || (step === 'day' && !split && points.length > 2) ? LineChart : ColumnChart
  return (
    <Card>
      <div className={styles.head}>
        <h2>
          {label} <MetricDefinition name="net" />
        </h2>
        <Segments
          label="Somar por"
          value={step}
          options={saleSteps.map((one) => [one, stepNames[one]] as const)}
          onChoose={(by) => context.change({ by })}
        />
        <Segments
          label="Mostrar"
          value={split ? 'split' : 'total'}
          options={[
            ['total', 'Total'],
            ['split', 'Dividido'],
          ]}
          onChoose={(shown) => context.change({ split: shown === 'split' ? true : undefined })}
        />
      </div>
      {search.split && !splits ? (
        <p className={styles.small}>
          Por hora, esta divisão não é guardada. Escolha dia, semana ou mês, ou outra divisão abaixo.
        </p>
      ) : null}
      <Chart
        label={label}
        points={points}
        series={series}
        compared={split || !compared ? undefined : { ...compared, values: pad(compared.values) }}
        forecast={forecast ? forecastOf(forecast, report) : undefined}
        format={money}
        axis={moneyAxis}
        height={290}
      />
      {forecast ? (
        <p className={styles.small}>
          Previsão pelos mesmos dias da semana das últimas semanas; em oito de cada dez dias o resultado ficou
          na faixa.
        </p>
      ) : null}
    </Card>
  )
}

function comparedOf(report: SaleReport) {
  const { kind, empty } = report.period.comparison
  if (kind === 'none' || empty) return null
  return { name: comparedName(report.period), values: report.series.map((point) => point.compared.cents) }
}

function pointOf({ at, partial, current }: SalePoint, step: SaleStep): ChartPoint {
  const orders = `${count(current.orders)} ${current.orders === 1 ? 'pedido' : 'pedidos'}`
  switch (step) {
    case 'hour':
      return { label: `${at}h`, title: `${at}h às ${at}h59, ${orders}`, partial }
    case 'day':
      return { label: dayDigits(at), title: `${dayShort(at)}, ${orders}`, partial }
    case 'week':
      return { label: dayDigits(at), title: `semana de ${dayBrief(at)}, ${orders}`, partial }
    case 'month':
      return { label: monthName(at, 'short'), title: `${monthName(at)}, ${orders}`, partial }
  }
}

type Shown = NonNullable<Forecast['shown']> & { readonly day: string }

/** Only if the forecast covers the same data: days that end with the running one, without filters. */
function useForecast({ query, range, today }: ReportContext, step: SaleStep, split: boolean): Shown | null {
  const fits =
    step === 'day' && !split && range.to === today && range.from < today && !query.weekdays && !query.hours
  const { data } = useQuery({
    ...queryFor(readForecast, { query: query.selection === undefined ? {} : { selection: query.selection } }),
    enabled: fits,
    staleTime: 300_000,
  })
  return fits && data?.shown ? { ...data.shown, day: data.day } : null
}

const pointsAhead = (forecast: Shown | null): readonly ChartPoint[] =>
  (forecast?.days ?? []).map(({ day }) => ({ label: dayDigits(day), title: `${dayShort(day)}, previsão` }))

/** Starts at the last complete day, so that the lines meet. */
function forecastOf(forecast: Shown, report: SaleReport): ChartForecast {
  const yesterday = report.series.find((point) => point.at === addDays(forecast.day, -1))
  const past = report.series.map((point) => {
    if (point.at === forecast.day) {
      const { soldCents: sold, rest } = forecast
      return { value: sold + rest.netCents, low: sold + rest.lowCents, high: sold + rest.highCents }
    }
    const meets = point === yesterday ? point.current.cents : null
    return { value: meets, low: meets, high: meets }
  })
  const ahead = forecast.days.map((day) => ({ value: day.netCents, low: day.lowCents, high: day.highCents }))
  const all = [...past, ...ahead]
  return {
    name: 'previsão',
    values: all.map((one) => one.value),
    low: all.map((one) => one.low),
    high: all.map((one) => one.high),
  }
}
