import type { DailyReport } from '../../../contract/reports/daily.ts'
import { hiddenClass } from '../../ui/hidden.tsx'
import { money, weekdayName } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import styles from '../daily/daily-report-page.module.css'

/** The last seven days, ending with this one. */
export function WeekBars({ week }: { readonly week: DailyReport['week'] }) {
  const largest = Math.max(1, ...week.map((day) => day.netCents))
  return (
    <ol className={styles.week} aria-label="Últimos sete dias">
      {week.map((day, index) => (
        <Muted as="li" size={2} key={day.day} data-on={index === week.length - 1} title={money(day.netCents)}>
          <i style={{ height: `${(Math.max(0, day.netCents) / largest) * 66}px` }} />
          {weekdayName(day.day, 'short')}
          <span className={hiddenClass}>: {money(day.netCents)}</span>
        </Muted>
      ))}
    </ol>
  )
}
