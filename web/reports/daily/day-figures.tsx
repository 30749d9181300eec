import {
  averageTicketCents,
  cancellationShare,
  netCents,
  onTimeShare,
  ratingMean,
  validOrders,
} from '../../../contract/reports/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './daily-report-page.module.css'
import { FigureCards } from '../frame/figure-cards.tsx'

/** The six figures of the day. */
export function DayCards({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const { totals: now, compared: before, ratings, comparedRatings, comparison } = report
  const past = <T,>(value: T): T | null => (comparison.empty ? null : value)
  return (
    <FigureCards
      compared={compared}
      cards={[
        { name: 'net', label: 'Líquido', now: netCents(now), before: past(netCents(before)) },
        { name: 'orders', now: validOrders(now), before: past(validOrders(before)) },
        { name: 'averageTicket', now: averageTicketCents(now), before: past(averageTicketCents(before)) },
        { name: 'cancellation', now: cancellationShare(now), before: past(cancellationShare(before)) },
        { name: 'onTime', now: onTimeShare(now), before: past(onTimeShare(before)) },
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
  if (report.problems.length === 0) return null
  return (
    <ul className={styles.problems} aria-label="Precisa de atenção">
      {report.problems.map((problem, index) => (
        <li key={index} className={styles.problem}>
          <Icon name="alert" />
          <span>{problem.message}</span>
          {children(problem)}
        </li>
      ))}
    </ul>
  )
}
