import { metrics, netCents } from '../../../contract/reports/metrics.ts'
import type { StoresReport } from '../../../contract/reports/stores.ts'
import { Card } from '../../ui/card.tsx'
import { money, plural } from '../../words/format.ts'
import styles from '../frame/blocks.module.css'
import type { ReportContext } from '../frame/report-frame.tsx'
import { Change, MetricDefinition } from '../frame/report-parts.tsx'
import { FairRanking, StoresScatter } from './stores-pictures.tsx'
import { baseDiffers } from './stores.rules.ts'
import { StoresTable } from './stores-table.tsx'

/** The sections below the figures of the stores. */
export function StoresBlocks({
  report,
  context,
}: {
  readonly report: StoresReport
  readonly context: ReportContext
}) {
  return (
    <div className={styles.stack}>
      {baseDiffers(report) ? <ComparableBase report={report} /> : null}
      <StoresTable report={report} context={context} />
      <div className={styles.two}>
        <FairRanking rows={report.rows} />
        <StoresScatter rows={report.rows} />
      </div>
    </div>
  )
}

function ComparableBase({ report: { comparable, rows } }: { readonly report: StoresReport }) {
  return (
    <Card>
      <p>
        <b>
          {metrics.comparableBase.label}
          <MetricDefinition name="comparableBase" />
        </b>{' '}
        {plural(comparable.stores, 'loja vendeu', 'lojas venderam')} nos dois períodos, de {rows.length}:{' '}
        <b>{money(netCents(comparable.totals))}</b>{' '}
        <Change
          name="comparableBase"
          now={netCents(comparable.totals)}
          before={netCents(comparable.compared)}
        />
      </p>
    </Card>
  )
}
