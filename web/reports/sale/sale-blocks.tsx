import type { SaleReport } from '../../../contract/reports/sale.ts'
import styles from '../frame/blocks.module.css'
import { Bridge } from '../daily/bridge.tsx'
import type { ReportContext } from '../frame/report-frame.tsx'
import type { SaleSearch } from '../frame/report-search.rules.ts'
import { SaleHeat } from './sale-heat.tsx'
import { SalePivotTable } from './sale-pivot.tsx'
import { SaleRefunds } from './sale-refunds.tsx'
import { SaleSeries } from './sale-series.tsx'

/** The sections below the sales figures. */
export function SaleBlocks({
  report,
  search,
  context,
}: {
  readonly report: SaleReport
  readonly search: SaleSearch
  readonly context: ReportContext
}) {
  return (
    <div className={styles.stack}>
      <SaleSeries report={report} search={search} context={context} />
      <SalePivotTable report={report} context={context} />
      <div className={styles.wide}>
        <SaleHeat
          heat={report.heat}
          of={search.heat === 'orders' ? 'orders' : 'netCents'}
          onChange={context.change}
        />
        <Bridge totals={report.totals} />
      </div>
      <SaleRefunds report={report} />
    </div>
  )
}
