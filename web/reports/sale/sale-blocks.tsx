import type { SaleReport } from '../../../contract/reports/sale.ts'
import type { ReportContext } from '../frame/report-frame.tsx'
import type { SaleSearch } from '../period/report-search.rules.ts'
import { LateChanges } from './late-changes.tsx'
import { heatSoFar } from './sale.rules.ts'
import { SaleHeat } from './sale-heat.tsx'
import { SalePivotTable } from './sale-pivot.tsx'
import { SaleRefunds } from './sale-refunds.tsx'

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
    <>
      <SalePivotTable report={report} context={context} />
      <SaleHeat
        heat={heatSoFar(report.heat, report.period)}
        of={search.heat === 'orders' ? 'orders' : 'netCents'}
        onChange={context.change}
      />
      <SaleRefunds report={report} />
      <LateChanges report={report} />
    </>
  )
}
