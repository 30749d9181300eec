import { saleSearch } from '../period/report-search.rules.ts'
import { getRouteApi } from '@tanstack/react-router'
import { readSaleReport } from '../../../contract/reports/sale.ts'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { periodSearch } from '../period/period-search.rules.ts'
import { rangeOf } from '../period/period.rules.ts'
import { ReportFrame, ReportSkeleton, SectionsSkeleton } from '../frame/report-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SaleFigures, SaleRoll } from './sale-figures.tsx'
import { stepFor } from './sale.rules.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useSelection } from '../../stores/selection.ts'
import { useToday } from '../frame/use-report.ts'

const route = getRouteApi('/signed-in/reports/sale')
const SaleSeries = lazyFramed(() => import('./sale-series.tsx'), 'SaleSeries')
const SaleBlocks = lazyFramed(() => import('./sale-blocks.tsx'), 'SaleBlocks')
/** Heights of the chart and of the sections below. */
const chart = 372
const sections = [420, 340]

/** Sales of a period: what is left of them, over time, split by one dimension, by weekday and hour. */
export function SalePage() {
  const search = saleSearch({ ...route.useSearch() })
  const { stores } = useSelection('manager')
  const today = useToday(stores)
  const by = search.by ?? stepFor(rangeOf(periodSearch({ ...search }), today))
  return (
    <ReportFrame
      title="Vendas"
      route={readSaleReport}
      search={search}
      own={{ by, pivot: search.pivot ?? 'channel' }}
      controls={<SavedViews report="sale" search={search} />}
      skeleton={<ReportSkeleton sections={sections} />}
    >
      {(report, context) => (
        <div className={blocks.stack}>
          <div className={blocks.top}>
            <SaleRoll report={report} />
            <div className={blocks.beside}>
              <DeferredSection skeleton={<Skeleton height={chart} />}>
                {() => <SaleSeries report={report} search={search} context={context} />}
              </DeferredSection>
              <SaleFigures report={report} />
            </div>
          </div>
          <DeferredSection skeleton={<SectionsSkeleton heights={sections} />}>
            {() => <SaleBlocks report={report} search={search} context={context} />}
          </DeferredSection>
        </div>
      )}
    </ReportFrame>
  )
}
