import { useQuery } from '@tanstack/react-query'
import { readForecast } from '../../../contract/reports/forecast.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { queryFor } from '../../api/query.ts'
import { lazyPart } from '../../shell/stale-chunk.ts'
import { money, moneyAxis, plural } from '../../words/format.ts'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { ChartRoom } from '../../charts/chart-room.tsx'
import { legendOf } from '../../charts/legend.tsx'
import styles from './daily-report-page.module.css'

const chartHeight = 268
const ColumnChart = lazyPart(() => import('../../charts/column-chart.tsx'), 'ColumnChart')

/** Net sales by hour against the comparable day; on a running day, up to now plus the expected rest. */
export function DayHours({
  report,
  compared,
  selection,
}: {
  readonly report: DailyReport
  readonly compared: string
  readonly selection: string | undefined
}) {
  const { hours, running } = report
  const { data, isPending } = useQuery({
    ...queryFor(readForecast, { query: selection === undefined ? {} : { selection } }, { afterPaint: true }),
    enabled: running,
    staleTime: 300_000,
  })
  const shown = running && data?.day === report.day ? data.shown : null
  if (hours.length === 0)
    return (
      <p className={styles.noHours} style={{ minHeight: chartHeight + 36 }}>
        As vendas por hora aparecem com o primeiro pedido.
      </p>
    )
  const expected = hours.map(({ hour, future }) =>
    future ? (shown?.hours.find((one) => one.hour === hour)?.netCents ?? null) : null,
  )
  const sold = {
    name: 'este dia',
    values: hours.map(({ current, future }) => (future ? null : current.netCents)),
  }
  const usual = report.comparison.empty
    ? undefined
    : { name: compared, values: hours.map((hour) => hour.compared.netCents) }
  // The forecast's name is there from the start: on a phone the legend would otherwise grow by a line later.
  const forecast =
    expected.some((value) => value !== null) || (isPending && hours.some((hour) => hour.future))
      ? { name: 'previsão', values: expected, low: hours.map(() => null), high: hours.map(() => null) }
      : undefined
  return (
    <div>
      <DeferredSection
        skeleton={<ChartRoom legend={legendOf([sold], usual, forecast, 'bar')} height={chartHeight} />}
      >
        {() => (
          <ColumnChart
            label="Faturamento líquido por hora"
            height={chartHeight}
            peak
            points={hours.map(({ hour, current }) => ({
              label: `${hour}h`,
              title: `${hour}h, ${plural(current.orders, 'pedido', 'pedidos')}`,
            }))}
            series={[sold]}
            compared={usual}
            forecast={forecast}
            until={untilNow(report)}
            format={money}
            axis={moneyAxis}
          />
        )}
      </DeferredSection>
      <p className={styles.expected}>
        {shown && shown.rest.netCents > 0
          ? `Previsão para o dia: ${money(shown.soldCents + shown.rest.netCents)}, entre ${money(shown.soldCents + shown.rest.lowCents)} e ${money(shown.soldCents + shown.rest.highCents)}.`
          : ''}
      </p>
    </div>
  )
}

/** Position of the current moment within its hour. */
function untilNow({ running, hours, comparison: { cutAt } }: DailyReport) {
  if (!running || cutAt === null) return undefined
  const [hour = 0, minute = 0] = cutAt.split(':').map(Number)
  const at = hours.findIndex((one) => one.hour === hour)
  return at < 0 ? undefined : { at: at + minute / 60, name: 'até agora' }
}
