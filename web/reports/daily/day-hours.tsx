import { useQuery } from '@tanstack/react-query'
import { readForecast } from '../../../contract/reports/forecast.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { queryFor } from '../../api/query.ts'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import { hourPoint } from './day-words.rules.ts'
import { money, moneyAxis, moneyShort } from '../../words/format.ts'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { ChartRoom } from '../../charts/chart-room.tsx'
import { legendOf } from '../../charts/legend.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './daily-report-page.module.css'

const chartHeight = 268
const ColumnChart = lazyFramed(() => import('../../charts/column-chart.tsx'), 'ColumnChart')

/** Net sales by hour with a tick at the comparable day; on a running day, what is still expected in one sentence. */
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
  const { data } = useQuery({
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
  const sold = {
    name: running ? 'hoje' : 'este dia',
    // An order that is for later today already counts.
    values: hours.map(({ current, future }) => (future && current.orders === 0 ? null : current.netCents)),
  }
  const usual = report.comparison.empty
    ? undefined
    : { name: compared, values: hours.map((hour) => hour.compared.netCents) }
  return (
    <Section title="Hora a hora" first meaning={<MetricDefinition name="net" />}>
      <DeferredSection skeleton={<ChartRoom legend={legendOf([sold], usual)} height={chartHeight} />}>
        {() => (
          <ColumnChart
            label="Faturamento líquido por hora"
            height={chartHeight}
            peak={moneyShort}
            points={hours.map(hourPoint)}
            series={[sold]}
            compared={usual}
            until={untilNow(report)}
            format={money}
            axis={moneyAxis}
          />
        )}
      </DeferredSection>
      {running ? (
        <Muted size={2} className={styles.expected}>
          {shown && shown.rest.netCents > 0
            ? `O dia deve fechar perto de ${moneyShort(shown.soldCents + shown.rest.netCents)}, entre ${moneyShort(shown.soldCents + shown.rest.lowCents)} e ${moneyShort(shown.soldCents + shown.rest.highCents)}.`
            : ''}
        </Muted>
      ) : null}
    </Section>
  )
}

/** Position of the current moment within its hour. */
function untilNow({ running, hours, comparison: { cutAt } }: DailyReport) {
  if (!running || cutAt === null) return undefined
  const [hour = 0, minute = 0] = cutAt.split(':').map(Number)
  const at = hours.findIndex((one) => one.hour === hour)
  return at < 0 ? undefined : { at: at + minute / 60, name: 'até agora' }
}
