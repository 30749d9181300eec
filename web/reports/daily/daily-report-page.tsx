import { getRouteApi, Link } from '@tanstack/react-router'
import { netCents } from '../../../contract/reports/metrics.ts'
import { readDailyReport, type DailyReport } from '../../../contract/reports/daily.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { useNow } from '../../browser/clock.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { useIsPhone } from '../../browser/screen.ts'
import { isManagerSomewhere, useSignedIn } from '../../identity/session.ts'
import { ForbiddenPage } from '../../shell/forbidden-page.tsx'
import { lazyPart } from '../../shell/stale-chunk.ts'
import { useSelection } from '../../stores/selection.ts'
import { ChannelWords, StoreWords } from '../../stores/store-words.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sentence } from '../../ui/sentence/sentence.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ago, dayShort, money, zoneName } from '../../words/format.ts'
import { Steps } from '../frame/days-panel.tsx'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { DayComparisonWord, daySteps, DayWord } from './day-controls.tsx'
import { DayCards, Problems } from './day-figures.tsx'
import { DayHours } from './day-hours.tsx'
import { dayQueryOf, daySearch } from './day-search.rules.ts'
import { comparedDayWords } from './day-words.rules.ts'
import styles from './daily-report-page.module.css'
import { ExportMenu } from '../frame/export-menu.tsx'
import { useAddress, useSelectionInAddress } from '../frame/report-address.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { useReport, useToday } from '../frame/use-report.ts'
import { WeekBars } from '../frame/week-bars.tsx'

const route = getRouteApi('/signed-in/reports/daily')
const title = 'Relatório diário'
const DayBlocks = lazyPart(() => import('./day-blocks.tsx'), 'DayBlocks')

/** The day of the selected stores, where managers land after sign-in (docs/product.md section 2, fixed). */
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
          <Freshness report={report} failing={query.isError} stores={selection.label} />
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? styles.old : ''}>
            <Blocks report={report} selection={selection.requested?.selection} />
          </div>
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
    <>
      <Card className={styles.hero ?? ''}>
        <div>
          <h2>
            Faturamento líquido <MetricDefinition name="net" />
          </h2>
          <p className={styles.big} data-metric="net-big">
            {money(netCents(report.totals))}
          </p>
          <p className={styles.say}>{report.sentence}</p>
          <WeekBars week={report.week} />
        </div>
        <DayHours report={report} compared={compared} selection={selection} />
      </Card>
      <DayCards report={report} compared={compared} />
      <Problems report={report}>
        {(problem) => <Link to={problem.action.to}>{problem.action.label}</Link>}
      </Problems>
      <DeferredSection skeleton={<LoadingColumns />}>
        {() => <DayBlocks report={report} compared={compared} />}
      </DeferredSection>
    </>
  )
}

function Freshness({
  report,
  failing,
  stores,
}: {
  readonly report: DailyReport
  readonly failing: boolean
  readonly stores: string
}) {
  const now = useNow(5_000)
  const cut = report.running && report.comparison.cutAt ? ` até ${report.comparison.cutAt}` : ''
  return (
    <>
      <p className={styles.paper}>
        {stores} · {dayShort(report.day)} de {report.day.slice(0, 4)}
      </p>
      <p className={styles.fresh} role="status">
        {failing ? 'Sem conexão; ' : ''}atualizado {ago(report.generatedAt, now)}
        {report.comparison.empty
          ? ' · sem dia para comparar'
          : ` · comparado com ${comparedText(report)}${cut}`}{' '}
        · {zoneName(report.timezone)}
      </p>
    </>
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
    <div aria-busy="true">
      <p className={styles.fresh}>carregando…</p>
      <Skeleton height={354} />
      <div className={styles.loadingCards}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} height={122} />
        ))}
      </div>
      <LoadingColumns />
    </div>
  )
}

function LoadingColumns() {
  return (
    <div className={styles.cols}>
      <Skeleton height={480} />
      <Skeleton height={480} />
      <Skeleton height={480} />
    </div>
  )
}
