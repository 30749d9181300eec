import { getRouteApi, Link } from '@tanstack/react-router'
import {
  averageTicketCents,
  cancellationShare,
  netCents,
  netPerOpenHourCents,
  onTimeShare,
  validOrders,
} from '../../../contract/reports/metrics.ts'
import { readStoresReport, type StoresReport } from '../../../contract/reports/stores.ts'
import { useSelection } from '../../stores/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { plural } from '../../words/format.ts'
import { lazyPart } from '../../shell/stale-chunk.ts'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { FigureCards } from '../frame/figure-cards.tsx'
import { comparedName } from '../frame/period-labels.ts'
import { ReportFrame, ReportSkeleton, type ReportContext } from '../frame/report-frame.tsx'
import { SavedViews } from '../saved-views/saved-views.tsx'

const route = getRouteApi('/signed-in/reports/stores')
const StoresBlocks = lazyPart(() => import('./stores-blocks.tsx'), 'StoresBlocks')
/** Heights of the sections below the cards. */
const blocks = [420, 380]

/** The stores side by side, and each against its own past. */
export function StoresPage() {
  const search = route.useSearch()
  return (
    <ReportFrame
      title="Lojas"
      route={readStoresReport}
      search={search}
      controls={<SavedViews report="stores" search={search} />}
      skeleton={<ReportSkeleton cards={6} blocks={blocks} />}
    >
      {(report, context) => <Blocks report={report} context={context} />}
    </ReportFrame>
  )
}

function Blocks({ report, context }: { readonly report: StoresReport; readonly context: ReportContext }) {
  const only = useSelection('manager').choosable.length === 1
  if (report.rows.length === 0)
    return (
      <EmptyState icon="shop" title="Nenhuma loja nesta seleção">
        Escolha outro grupo ou outra loja no alto da tela.
      </EmptyState>
    )
  if (only && report.rows.length === 1)
    return (
      <EmptyState
        icon="shop"
        title="Uma loja não tem com quem comparar"
        action={<Link to="/reports/sale">Ver as vendas da loja</Link>}
      >
        Com duas lojas ou mais, esta página mostra qual vende, entrega e cancela mais.
      </EmptyState>
    )
  return (
    <>
      <Cards report={report} />
      <DeferredSection skeleton={<ReportSkeleton blocks={blocks} />}>
        {() => <StoresBlocks report={report} context={context} />}
      </DeferredSection>
    </>
  )
}

function Cards({ report }: { readonly report: StoresReport }) {
  const { totals: now, compared, openMinutes } = report.totals
  const before = report.period.comparison.kind === 'none' || report.period.comparison.empty ? null : compared
  return (
    <FigureCards
      compared={comparedName(report.period)}
      cards={[
        { name: 'net', label: 'Líquido', now: netCents(now), before: before && netCents(before) },
        { name: 'orders', now: validOrders(now), before: before && validOrders(before) },
        { name: 'averageTicket', now: averageTicketCents(now), before: before && averageTicketCents(before) },
        {
          name: 'netPerOpenHour',
          label: 'Venda por hora aberta',
          now: netPerOpenHourCents(now, openMinutes),
          before: null,
          more: <span>{plural(report.rows.length, 'loja', 'lojas')}</span>,
        },
        { name: 'cancellation', now: cancellationShare(now), before: before && cancellationShare(before) },
        { name: 'onTime', now: onTimeShare(now), before: before && onTimeShare(before) },
      ]}
    />
  )
}
