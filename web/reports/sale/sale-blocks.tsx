import type { SaleReport } from '../../../contract/reports/sale.ts'
import styles from '../frame/blocks.module.css'
import { Bridge } from '../daily/bridge.tsx'
import type { Asked } from '../frame/report-frame.tsx'
import type { SaleSearch } from '../frame/report-search.rules.ts'
import { SaleHeat } from './sale-heat.tsx'
import { SalePivotTable } from './sale-pivot.tsx'
import { SaleSeries } from './sale-series.tsx'

/** The sections below the sales figures. */
export function SaleBlocks({
  report,
  search,
  asked,
}: {
  readonly report: SaleReport
  readonly search: SaleSearch
  readonly asked: Asked
}) {
  return (
    <div className={styles.stack}>
      <SaleSeries report={report} search={search} asked={asked} />
      <SalePivotTable report={report} asked={asked} />
      <div className={styles.wide}>
        <SaleHeat
          heat={report.heat}
          of={search.heat === 'orders' ? 'orders' : 'netCents'}
          onChange={asked.change}
        />
        <Bridge totals={report.totals} />
      </div>
    </div>
  )
}
