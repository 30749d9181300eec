import type { SaleSearch } from '../period/report-search.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { readForecast, type Forecast } from '../../../contract/reports/forecast.ts'
import { channelColour } from '../../../contract/shared/channel-colours.ts'
import { isPlatform } from '../../../contract/shared/channels.ts'
import { saleSteps, type SalePoint, type SaleReport, type SaleStep } from '../../../contract/reports/sale.ts'
import { queryFor } from '../../api/query.ts'
import {
  count,
  dayBrief,
  dayDigits,
  dayShort,
  money,
  moneyAxis,
  moneyShort,
  monthName,
} from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import styles from '../frame/blocks.module.css'
import { ColumnChart } from '../../charts/column-chart.tsx'
import type { ChartPoint } from '../../charts/time-chart.rules.ts'
import { comparedName } from '../period/period-labels.ts'
import type { ReportContext } from '../frame/report-frame.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { Segments } from '../frame/segments.tsx'

const stepNames: Record<SaleStep, string> = { hour: 'Hora', day: 'Dia', week: 'Semana', month: 'Mês' }
const byLabels: Record<SaleStep, string> = {
  hour: 'por hora do dia',
  day: 'por dia',
  week: 'por semana',
  month: 'por mês',
}
/** Sales over time: with a tick at the comparison, or split by the pivot; what is ahead in one sentence. */
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
  const compared = comparedOf(report)
  const series = split
    ? report.pivot.series.map(({ key, name, points: of }) => ({
        name,
        values: of.map((amount) => amount.cents),
        ...(report.pivot.by === 'channel' && isPlatform(key) ? { colour: channelColour(key) } : {}),
      }))
    : [{ name: 'este período', values: report.series.map((point) => point.current.cents) }]
  const best = report.series.toSorted((a, b) => b.current.cents - a.current.cents)[0]
  return (
    <Section
      title={label}
      meaning={<MetricDefinition name="net" />}
      first
      line={best ? `Maior: ${pointOf(best, step).label}, ${moneyShort(best.current.cents)}` : null}
      tools={
        <>
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
        </>
      }
    >
      {search.split && !splits ? (
        <Muted size={2}>
          Por hora, esta divisão não é guardada. Escolha dia, semana ou mês, ou outra divisão abaixo.
        </Muted>
      ) : null}
      <ColumnChart
        label={label}
        points={report.series.map((point) => pointOf(point, step))}
        series={series}
        compared={split ? undefined : compared}
        peak={split ? undefined : moneyShort}
        format={money}
        axis={moneyAxis}
        height={270}
      />
      {forecast ? (
        <Muted size={2} className={styles.after}>
          {forecastSentence(forecast)}
        </Muted>
      ) : null}
    </Section>
  )
}

function comparedOf(report: SaleReport) {
  const { kind, empty } = report.period.comparison
  if (kind === 'none' || empty) return undefined
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

type Shown = NonNullable<Forecast['shown']>

/** Only if the forecast covers the same data: days that end with the running one, without filters. */
function useForecast({ query, range, today }: ReportContext, step: SaleStep, split: boolean): Shown | null {
  const fits =
    step === 'day' && !split && range.to === today && range.from < today && !query.weekdays && !query.hours
  const { data } = useQuery({
    ...queryFor(readForecast, { query: query.selection === undefined ? {} : { selection: query.selection } }),
    enabled: fits,
    staleTime: 300_000,
  })
  return fits ? (data?.shown ?? null) : null
}

/** What is still ahead, in one sentence: nobody asked for a curve. */
function forecastSentence({ soldCents, rest, days }: Shown): string {
  const today = `Hoje deve fechar perto de ${moneyShort(soldCents + rest.netCents)}`
  const week = days.reduce((sum, day) => sum + day.netCents, 0)
  return days.length > 0
    ? `${today}, e os próximos ${days.length} dias, perto de ${moneyShort(week)}.`
    : `${today}.`
}
