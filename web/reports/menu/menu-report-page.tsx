import { menuSearch, type MenuSearch } from '../frame/report-search.rules.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { readMenuReport, type MenuReport } from '../../../contract/reports/menu.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MenuCoverage } from './menu-coverage.tsx'
import { MenuItems } from './menu-items.tsx'
import styles from './menu-report-page.module.css'
import { menuSentence } from './menu-report.rules.ts'
import { MenuScores } from './menu-scores.tsx'
import { ReportFrame, ReportSkeleton, type ReportContext } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/menu')
const title = 'Cardápio'

/** Gaps in the menus, paused items, price differences, and items that never sell. */
export function MenuReportPage() {
  usePageTitle('Relatório do cardápio')
  const search = route.useSearch()
  const own = menuSearch({ ...search })
  return (
    <ReportFrame
      title={title}
      route={readMenuReport}
      search={search}
      own={own}
      filters="none"
      compares={false}
      controls={<MenuSettingsLink />}
      skeleton={<ReportSkeleton blocks={[260, 620, 320]} />}
    >
      {(report, context) => <Menus report={report} context={context} own={own} />}
    </ReportFrame>
  )
}

function Menus({
  report,
  context,
  own,
}: {
  readonly report: MenuReport
  readonly context: ReportContext
  readonly own: MenuSearch
}) {
  if (report.stores.every((store) => store.items === 0))
    return (
      <EmptyState icon="shop" title="Nenhum cardápio ainda" action={<MenuSettingsLink />}>
        As lojas escolhidas não têm itens no cardápio. Em Cardápio, inclua os primeiros.
      </EmptyState>
    )
  return (
    <>
      <p className={styles.say}>{menuSentence(report)}</p>
      <MenuScores report={report} />
      <MenuItems report={report} problem={own.problem} onProblem={(problem) => context.change({ problem })} />
      <MenuCoverage report={report} />
    </>
  )
}

function MenuSettingsLink() {
  return (
    <Link to="/cardapio" className={styles.toMenu ?? ''}>
      <Icon name="list" size={18} /> Abrir o cardápio
    </Link>
  )
}
