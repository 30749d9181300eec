import { saleSearch } from '../frame/report-search.rules.ts'
import { getRouteApi } from '@tanstack/react-router'
import {
  averageTicketCents,
  cancellationShare,
  netCents,
  onTimeShare,
  receivableCents,
  validOrders,
} from '../../../contract/reports/metrics.ts'
import { readSaleReport, type SaleReport } from '../../../contract/reports/sale.ts'
import type { Measures } from '../../../contract/reports/measures.ts'
import { lazyPart } from '../../shell/stale-chunk.ts'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { FigureCards } from '../frame/figure-cards.tsx'
import { periodSearch, rangeOf } from '../frame/period-search.rules.ts'
import { comparedName } from '../frame/period-labels.ts'
import { ReportFrame, ReportSkeleton } from '../frame/report-frame.tsx'
import { stepFor } from './sale.rules.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { useSelection } from '../../stores/selection.ts'
import { useToday } from '../frame/use-report.ts'

const route = getRouteApi('/signed-in/reports/sale')
const SaleBlocks = lazyPart(() => import('./sale-blocks.tsx'), 'SaleBlocks')
/** Heights of the sections below the cards. */
const blocks = [372, 420, 300]

/** Sales of a period: over time, split by one dimension, by weekday and hour. */
export function SalePage() {
  const search = saleSearch({ ...route.useSearch() })
  const today = useToday(useSelection('manager').stores)
  const by = search.by ?? stepFor(rangeOf(periodSearch({ ...search }), today))
  return (
    <ReportFrame
      title="Vendas"
      route={readSaleReport}
      search={search}
      own={{ by, pivot: search.pivot ?? 'channel' }}
      controls={<SavedViews report="sale" search={search} />}
      skeleton={<ReportSkeleton cards={6} blocks={blocks} />}
    >
      {(report, context) => (
        <>
          <Cards report={report} />
          <DeferredSection skeleton={<ReportSkeleton blocks={blocks} />}>
            {() => <SaleBlocks report={report} search={search} context={context} />}
          </DeferredSection>
        </>
      )}
    </ReportFrame>
  )
}

const cards = {
  net: netCents,
  orders: validOrders,
  averageTicket: averageTicketCents,
  receivable: receivableCents,
  cancellation: cancellationShare,
  onTime: onTimeShare,
} as const satisfies Record<string, (measures: Measures) => number | null>

const shortLabels: { readonly [name in keyof typeof cards]?: string } = {
  net: 'Líquido',
  receivable: 'Recebível',
}

function Cards({ report }: { readonly report: SaleReport }) {
  const { empty, kind } = report.period.comparison
  return (
    <FigureCards
      compared={comparedName(report.period)}
      cards={(Object.keys(cards) as (keyof typeof cards)[]).map((name) => ({
        name,
        ...(shortLabels[name] ? { label: shortLabels[name] } : {}),
        now: cards[name](report.totals),
        before: empty || kind === 'none' ? null : cards[name](report.compared),
      }))}
    />
  )
}
