import {
  metrics,
  netCents,
  ratingMean,
  salesFigures,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { plural } from '../../words/format.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './daily-report-page.module.css'
import { Bridge } from './bridge.tsx'
import { Figures } from '../frame/figures.tsx'
import { Against, MetricDefinition } from '../frame/report-parts.tsx'
import { BigMoney, TillRoll } from '../frame/till-roll.tsx'

/** The day as the till prints it: what came in, against a comparable day, and what of it is left. */
export function DayRoll({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const { totals, running } = report
  return (
    <TillRoll
      head={[
        running ? 'Dia em andamento' : 'Fechamento do dia',
        plural(validOrders(totals), 'pedido', 'pedidos'),
      ]}
      label={metrics.net.label}
      meaning={<MetricDefinition name="net" />}
      figure={<BigMoney name="net" cents={netCents(totals)} closed={!running} />}
      tell={<Tell report={report} compared={compared} />}
    >
      <Bridge totals={totals} />
    </TillRoll>
  )
}

/** One sentence: how the day compares, and its busiest hour. */
function Tell({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const { totals, comparison, running, hours } = report
  // Without sales the server says why, and what would have been usual.
  if (netCents(totals) <= 0) return report.sentence
  const peak = hours
    .filter((hour) => !hour.future && hour.current.netCents > 0)
    .toSorted((a, b) => b.current.netCents - a.current.netCents)[0]
  const usual = netCents(report.compared)
  const words = running ? `${compared} até esta hora` : compared
  return (
    <>
      {comparison.empty || usual <= 0 ? (
        `Sem vendas ${running ? 'até esta hora ' : ''}para comparar.`
      ) : (
        <Against name="net" now={netCents(totals)} before={usual} text={words} />
      )}
      {peak ? (
        <>
          {' '}
          O pico foi às <b>{peak.hour}h</b>, com {plural(peak.current.orders, 'pedido', 'pedidos')}.
        </>
      ) : null}
    </>
  )
}

/** The figures beside the day's sales. */
export function DayFigures({ report }: { readonly report: DailyReport }) {
  const { totals: now, compared: before, ratings, comparedRatings, comparison } = report
  const past = <T,>(value: T): T | null => (comparison.empty ? null : value)
  return (
    <Figures
      figures={[
        ...salesFigures.map(({ name, of }) => ({ name, now: of(now), before: past(of(before)) })),
        { name: 'rating', now: ratingMean(ratings), before: past(ratingMean(comparedRatings)) },
      ]}
    />
  )
}

export function Problems({
  report,
  children,
}: {
  readonly report: DailyReport
  readonly children: (problem: DailyReport['problems'][number]) => React.ReactNode
}) {
  const [all, setAll] = useState(false)
  if (report.problems.length === 0) return null
  const hidden = all ? 0 : Math.max(0, report.problems.length - firstProblems)
  return (
    <div>
      <Stack as="ul" gap={10} aria-label="Precisa de atenção">
        {report.problems.slice(0, report.problems.length - hidden).map((problem, index) => (
          <li key={index} className={styles.problem}>
            <i aria-hidden="true" />
            <p>{problem.message}</p>
            {children(problem)}
          </li>
        ))}
      </Stack>
      {hidden > 0 ? (
        <Button variant="ghost" onClick={() => setAll(true)}>
          Mais {hidden}
        </Button>
      ) : null}
    </div>
  )
}

/** What is worst comes first; nobody works down a longer list. */
const firstProblems = 5
