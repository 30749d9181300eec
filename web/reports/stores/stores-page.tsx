import { getRouteApi, Link } from '@tanstack/react-router'
import { readStoresReport, type StoresReport } from '../../../contract/reports/stores.ts'
import { useSelection } from '../../stores/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { ReportFrame, ReportSkeleton, SectionsSkeleton, type ReportContext } from '../frame/report-frame.tsx'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { StoresFigures, StoresRoll } from './stores-figures.tsx'

const route = getRouteApi('/signed-in/reports/stores')
const StoresBlocks = lazyFramed(() => import('./stores-blocks.tsx'), 'StoresBlocks')
const FairRanking = lazyFramed(() => import('./stores-pictures.tsx'), 'FairRanking')
/** Heights of the ranking and of the sections below. */
const ranking = 340
const sections = [420, 380]

/** The stores side by side, and each against its own past. */
export function StoresPage() {
  const search = route.useSearch()
  return (
    <ReportFrame
      title="Lojas"
      route={readStoresReport}
      search={search}
      controls={<SavedViews report="stores" search={search} />}
      skeleton={<ReportSkeleton sections={sections} />}
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
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <StoresRoll report={report} />
        <div className={blocks.beside}>
          {report.rows.length > 1 ? (
            <DeferredSection skeleton={<Skeleton height={ranking} />}>
              {() => <FairRanking rows={report.rows} />}
            </DeferredSection>
          ) : null}
          <StoresFigures report={report} />
        </div>
      </div>
      <DeferredSection skeleton={<SectionsSkeleton heights={sections} />}>
        {() => <StoresBlocks report={report} context={context} />}
      </DeferredSection>
    </div>
  )
}
