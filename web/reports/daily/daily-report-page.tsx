import { getRouteApi, Link } from '@tanstack/react-router'
import { readDailyReport, type DailyReport } from '../../../contract/reports/daily.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { useNow } from '../../browser/clock.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { isManagerSomewhere, useSignedIn } from '../../identity/session.ts'
import { ForbiddenPage } from '../../identity/no-access/forbidden-page.tsx'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import { useSelection } from '../../stores/selection.ts'
import { ChannelWords, StoreWords } from '../../stores/store-words.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sentence } from '../../ui/sentence/sentence.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ago, dayShort, zoneName } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { Steps } from '../period/days-panel.tsx'
import frame from '../frame/report-frame.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { DayComparisonWord, daySteps, DayWord } from './day-controls.tsx'
import { DayFigures, DayRoll, Problems } from './day-figures.tsx'
import { DayHours } from './day-hours.tsx'
import { dayQueryOf, daySearch } from './day-search.rules.ts'
import { comparedDayWords } from './day-words.rules.ts'
import styles from './daily-report-page.module.css'
import { ExportMenu } from '../frame/export-menu.tsx'
import { useAddress, useSelectionInAddress } from '../period/report-address.ts'
import { TopSkeleton } from '../frame/report-frame.tsx'
import { useReport, useToday } from '../frame/use-report.ts'

const route = getRouteApi('/signed-in/reports/daily')
const title = 'Relatório diário'
const DayBlocks = lazyFramed(() => import('./day-blocks.tsx'), 'DayBlocks')

/** The day of the selected stores, where managers land after sign-in (docs/product/screens.md, fixed). */
export function DailyReportPage() {
  const session = useSignedIn()
  return isManagerSomewhere(session) ? <Report /> : <ForbiddenPage title={title} />
}

function Report() {
  const search = daySearch({ ...route.useSearch() })
  const selection = useSelection('manager')
  const today = useToday(selection.stores)
  const change = useAddress()
  const phone = useIsPhone()
  usePageTitle(title)
  useSelectionInAddress(search, change)
  const input = selection.requested
    ? { query: { ...selection.requested, ...dayQueryOf(search, today) } }
    : null
  const query = useReport(readDailyReport, input, (report) => report.running)
  const report = query.data
  const parts = { search, today, onChange: change }
  const failure = selection.error ?? (report || !selection.ready ? null : query.error)
  return (
    <>
      <Sentence
        heading
        title={title}
        see="Ver o dia"
        end={
          <>
            {phone ? null : <Steps {...daySteps(parts)} />}
            <ExportMenu
              route={readDailyReport}
              input={report ? input : null}
              link={() => linkTo(report?.day ?? today)}
            />
          </>
        }
      >
        <DayWord {...parts} />
        <StoreWords minimum="manager" />
        <ChannelWords minimum="manager" />
        <DayComparisonWord {...parts} />
      </Sentence>
      {selection.ready && selection.query === undefined ? (
        <EmptyState icon="shop" title="Nenhuma loja para mostrar">
          Você não é gerente de nenhuma loja desta seleção.
        </EmptyState>
      ) : failure ? (
        <ErrorState
          message={errorSentence(failure)}
          requestId={requestIdOf(failure)}
          onRetry={() => void query.refetch()}
        />
      ) : report ? (
        <>
          <p className={frame.paper}>
            {selection.label} · {dayShort(report.day)} de {report.day.slice(0, 4)}
          </p>
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? frame.old : ''}>
            <Blocks report={report} selection={selection.requested?.selection} />
          </div>
          <Freshness report={report} failing={query.isError} />
        </>
      ) : (
        <LoadingReport />
      )}
    </>
  )
}

function Blocks({
  report,
  selection,
}: {
  readonly report: DailyReport
  readonly selection: string | undefined
}) {
  const compared = comparedText(report)
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <DayRoll report={report} compared={compared} />
        <div className={blocks.beside}>
          <DayHours report={report} compared={compared} selection={selection} />
          <DayFigures report={report} />
          <Problems report={report}>
            {(problem) => (
              <Link to={problem.action.to} className={styles.act ?? ''}>
                {problem.action.label}
              </Link>
            )}
          </Problems>
        </div>
      </div>
      <DeferredSection skeleton={<LoadingSections />}>
        {() => <DayBlocks report={report} compared={compared} />}
      </DeferredSection>
    </div>
  )
}

function Freshness({ report, failing }: { readonly report: DailyReport; readonly failing: boolean }) {
  const now = useNow(5_000)
  const cut = report.running && report.comparison.cutAt ? ` até ${report.comparison.cutAt}` : ''
  return (
    <Muted size={2} className={frame.fresh} role="status" data-failing={failing}>
      {failing ? 'Sem conexão; ' : ''}atualizado {ago(report.generatedAt, now)}
      {report.comparison.empty
        ? ' · sem dia para comparar'
        : ` · comparado com ${comparedText(report)}${cut}`}{' '}
      · {zoneName(report.timezone)}
    </Muted>
  )
}

function comparedText(report: DailyReport): string {
  const { kind, days } = report.comparison
  return comparedDayWords(kind, { day: report.day, compared: days[0] ?? null, today: report.day }).long
}

/** With an explicit day, because tomorrow "hoje" means another one. */
function linkTo(day: string): string {
  const address = new URL(location.href)
  address.searchParams.set('day', day)
  if (!address.searchParams.has('group') && !address.searchParams.has('stores'))
    address.searchParams.set('group', 'all')
  return address.href
}

/** Same height as the report. */
function LoadingReport() {
  return (
    <div aria-busy="true" className={blocks.stack}>
      <TopSkeleton />
      <LoadingSections />
    </div>
  )
}

function LoadingSections() {
  return (
    <div className={blocks.three}>
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </div>
  )
}
