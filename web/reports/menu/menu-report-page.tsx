import { menuSearch, type MenuSearch } from '../period/report-search.rules.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  menuProblems,
  readMenuReport,
  type MenuProblem,
  type MenuReport,
} from '../../../contract/reports/menu.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { count, plural } from '../../words/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MenuCoverage } from './menu-coverage.tsx'
import { MenuItems } from './menu-items.tsx'
import styles from './menu-report-page.module.css'
import { countOf, menuScore, menuSentence, problemLabels } from './menu-report.rules.ts'
import { MenuScores } from './menu-scores.tsx'
import blocks from '../frame/blocks.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { showSection } from '../frame/section.tsx'
import { BigFigure, ReceiptLines, TillRoll } from '../frame/till-roll.tsx'
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
      skeleton={<ReportSkeleton sections={[620, 320]} />}
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
  const choose = (problem: MenuProblem | undefined) => {
    context.change({ problem })
    if (problem) showSection(itemsId)
  }
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <MenuRoll report={report} onProblem={choose} />
        <div className={blocks.beside}>
          <MenuScores report={report} />
        </div>
      </div>
      <MenuItems
        id={itemsId}
        report={report}
        problem={own.problem}
        onProblem={(problem) => context.change({ problem })}
      />
      <MenuCoverage report={report} />
    </div>
  )
}

const itemsId = 'itens-do-cardapio'

/** The menus in one figure, and what each fault costs a tap to see. */
function MenuRoll({
  report,
  onProblem,
}: {
  readonly report: MenuReport
  readonly onProblem: (problem: MenuProblem) => void
}) {
  const score = menuScore(report)
  const items = report.stores.reduce((sum, store) => sum + store.items, 0)
  const faults = menuProblems.map((problem) => ({ problem, items: countOf(report, problem) }))
  return (
    <TillRoll
      head={['Como está agora', plural(items, 'item', 'itens')]}
      label={metrics.menuScore.label}
      meaning={<MetricDefinition name="menuScore" />}
      figure={<BigFigure name="menuScore" label={score === null ? '–' : count(score)} unit="de 100" />}
      tell={menuSentence(report)}
    >
      <ReceiptLines
        lines={faults
          .filter((fault) => fault.items > 0)
          .map((fault) => ({
            key: fault.problem,
            name: problemLabels[fault.problem],
            sum: (
              <Button
                variant="ghost"
                className={styles.see ?? ''}
                aria-label={`Ver ${plural(fault.items, 'item', 'itens')}: ${problemLabels[fault.problem]}`}
                onClick={() => onProblem(fault.problem)}
              >
                {plural(fault.items, 'item', 'itens')}
              </Button>
            ),
          }))}
      />
    </TillRoll>
  )
}

function MenuSettingsLink() {
  return (
    <Link to="/cardapio" className={styles.toMenu ?? ''}>
      <Icon name="list" size={18} />
      <span>Abrir o cardápio</span>
    </Link>
  )
}
