import {
  segmentLabels,
  type CustomerReport,
  type CustomerSegment,
} from '../../../contract/reports/customer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { count, money, percent } from '../../words/format.ts'
import styles from './customer-page.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'

/** What a segment means for the store: keep, win back or let go. */
const tones: Record<CustomerSegment, 'ok' | 'plain' | 'warn'> = {
  champion: 'ok',
  loyal: 'ok',
  promising: 'plain',
  new: 'plain',
  'must-keep': 'warn',
  cooling: 'warn',
  asleep: 'plain',
  lost: 'plain',
}

/** Every customer belongs to one segment; each suggests an action and lists contacts. */
export function CustomerSegments({
  report,
  onExport,
}: {
  readonly report: CustomerReport
  readonly onExport: (segment: CustomerSegment) => void
}) {
  const { customers } = report.base
  return (
    <Card className={styles.block ?? ''}>
      <h2>
        Grupos e o que fazer <MetricDefinition name="segments" />
      </h2>
      <ul className={styles.segments}>
        {report.segments.map((row) => {
          const words = segmentLabels[row.segment]
          return (
            <li key={row.segment} data-tone={tones[row.segment]} data-segment={row.segment}>
              <h3>{words.name}</h3>
              <p className={styles.who}>{words.who}</p>
              <p className={styles.sum}>
                <b>{count(row.customers)}</b>
                <span>
                  {customers > 0 ? percent(row.customers / customers, 0) : '–'} · {money(row.cents)}
                </span>
              </p>
              <p>{words.todo}</p>
              <Button
                variant="ghost"
                icon="download"
                aria-label={`Exportar contatos: ${words.name}`}
                disabledReason={row.customers === 0 ? 'Nenhum cliente neste grupo.' : null}
                onClick={() => onExport(row.segment)}
              >
                Contatos
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
