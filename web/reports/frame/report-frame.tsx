import type { ReactNode } from 'react'
import type { PeriodFacts } from '../../../contract/reports/period.ts'
import type { Reply, Route, Sent } from '../../../contract/shared/route.ts'
import { errorSentence, isModuleOff, requestIdOf } from '../../api/api-error.ts'
import { useNow } from '../../browser/clock.ts'
import { isManagerSomewhere, useSignedIn } from '../../identity/session.ts'
import { ForbiddenPage } from '../../identity/no-access/forbidden-page.tsx'
import { useSelection } from '../../stores/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ago, dayRange, zoneName } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from './blocks.module.css'
import { ExportMenu } from './export-menu.tsx'
import { periodSearch, type PeriodSearch } from '../period/period-search.rules.ts'
import { periodQueryOf, rangeOf } from '../period/period.rules.ts'
import { comparedName, filterText } from '../period/period-labels.ts'
import styles from './report-frame.module.css'
import { useAddress, useSelectionInAddress } from '../period/report-address.ts'
import { ReportSentence } from '../period/report-sentence.tsx'
import { useReport, useToday } from './use-report.ts'

/**
 * The page of a period report: access, controls, its call, and loading and error states. The page renders its
 * blocks from the reply.
 *
 *   <ReportFrame title="Vendas" route={readSaleReport} search={search} own={{ by, pivot }}
 *     skeleton={<ReportSkeleton />}>
 *     {(report, ask) => <Blocks report={report} />}
 *   </ReportFrame>
 *
 * `search` is the route's search, unchanged; `own` goes to the call beside the period. `ask.change({ pivot:
 * 'store' })` changes the address, `ask.query` is the sent query.
 */
interface ReportFrameProps<T extends Route> {
  readonly title: string
  readonly route: T
  readonly search: object
  readonly own?: object
  /** Filters that the call supports. Default: all. */
  readonly filters?: 'all' | 'weekdays' | 'none'
  readonly compares?: boolean
  readonly channels?: boolean
  /** Additional words of the sentence. */
  readonly more?: ReactNode
  /** Additional small tools at the right end of the sentence. */
  readonly controls?: ReactNode
  readonly exportMore?: ReactNode
  readonly skeleton?: ReactNode
  readonly children: (report: Reply<T>, context: ReportContext) => ReactNode
}

export interface ReportContext {
  /** The call's query, for further calls on the same data. */
  readonly query: ReportQuery
  readonly range: { readonly from: string; readonly to: string }
  readonly today: string
  readonly change: (change: Readonly<Record<string, unknown>>) => void
}

export type ReportQuery = ReturnType<typeof periodQueryOf> & { readonly selection?: string }

export function ReportFrame<T extends Route>(props: ReportFrameProps<T>) {
  const session = useSignedIn()
  return isManagerSomewhere(session) ? <Report {...props} /> : <ForbiddenPage title={props.title} />
}

function Report<T extends Route>({
  title,
  route,
  search: given,
  own = {},
  filters = 'all',
  compares = true,
  channels = true,
  more,
  controls,
  exportMore,
  skeleton = <ReportSkeleton />,
  children,
}: ReportFrameProps<T>) {
  const selection = useSelection('manager')
  const today = useToday(selection.stores)
  const search = periodSearch({ ...given })
  const change = useAddress()
  useSelectionInAddress(search, change)
  const query = queryOf({ search, today, filters, selection: selection.requested?.selection })
  const input = selection.requested ? ({ query: { ...query, ...own } } as unknown as Sent<T>) : null
  const report = useReport(route, input)
  const parts = { search, today, onChange: change }
  const failure = selection.error ?? (report.data === undefined && selection.ready ? report.error : null)
  return (
    <>
      <ReportSentence
        title={title}
        {...parts}
        filters={filters}
        compares={compares}
        channels={channels}
        more={more}
        tools={
          <>
            {controls}
            <ExportMenu
              route={route}
              input={report.data === undefined ? null : input}
              link={() => linkTo(search, today)}
            >
              {exportMore}
            </ExportMenu>
          </>
        }
      />
      {selection.ready && selection.query === undefined ? (
        <EmptyState icon="shop" title="Nenhuma loja para mostrar">
          Você não é gerente de nenhuma loja desta seleção.
        </EmptyState>
      ) : isModuleOff(failure) ? (
        <EmptyState icon="settings" title="Desligado nesta loja">
          {errorSentence(failure)}
        </EmptyState>
      ) : failure ? (
        <ErrorState
          message={errorSentence(failure)}
          requestId={requestIdOf(failure)}
          onRetry={() => void report.refetch()}
        />
      ) : report.data === undefined ? (
        <div aria-busy="true">{skeleton}</div>
      ) : (
        <>
          <SheetHead period={periodOf(report.data)} stores={selection.label} />
          {/* The previous reply stays visible until the next one arrives; it must look outdated. */}
          <div aria-busy={report.isPlaceholderData} className={report.isPlaceholderData ? styles.old : ''}>
            {children(report.data, { query, range: rangeOf(search, today), today, change })}
          </div>
          <Freshness period={periodOf(report.data)} failing={report.isError} compares={compares} />
        </>
      )}
    </>
  )
}

interface Question {
  readonly search: PeriodSearch
  readonly today: string
  readonly filters: 'all' | 'weekdays' | 'none'
  readonly selection: string | undefined
}

function queryOf({ search, today, filters, selection }: Question): ReportQuery {
  const { weekdays, hours, ...period } = periodQueryOf(search, today)
  return {
    ...period,
    ...(weekdays && filters !== 'none' ? { weekdays } : {}),
    ...(hours && filters === 'all' ? { hours } : {}),
    ...(selection === undefined ? {} : { selection }),
  }
}

/** With explicit days, because tomorrow "7 dias" means others. */
function linkTo(search: PeriodSearch, today: string): string {
  const address = new URL(location.href)
  const { from, to } = rangeOf(search, today)
  address.searchParams.delete('period')
  address.searchParams.set('from', from)
  address.searchParams.set('to', to)
  if (!search.group && !search.stores) address.searchParams.set('group', 'all')
  return address.href
}

const periodOf = (report: unknown): PeriodFacts | null =>
  (report as { readonly period?: PeriodFacts }).period ?? null

function SheetHead({ period, stores }: { readonly period: PeriodFacts | null; readonly stores: string }) {
  return period ? (
    <p className={styles.paper}>
      {stores} · {dayRange(period.from, period.to)}
    </p>
  ) : null
}

function Freshness({
  period,
  failing,
  compares,
}: {
  readonly period: PeriodFacts | null
  readonly failing: boolean
  readonly compares: boolean
}) {
  const now = useNow(5_000)
  if (!period)
    return (
      <Muted size={2} className={styles.fresh}>
        {failing ? 'Sem conexão' : ''}
      </Muted>
    )
  const filters = filterText(period)
  const compared = compares ? comparedName(period) : ''
  return (
    <Muted size={2} className={styles.fresh} role="status">
      {failing ? 'Sem conexão; ' : ''}atualizado {ago(period.generatedAt, now)}
      {compared
        ? ` · ${period.comparison.empty ? 'nada para comparar em' : 'comparado com'} ${compared}${period.running && period.cutAt ? ` até ${period.cutAt}` : ''}`
        : ''}
      {filters ? ` · só ${filters}` : ''} · {zoneName(period.timezone)}
    </Muted>
  )
}

/** The height of a report's head, so that nothing shifts: the paper and its neighbours. */
export function TopSkeleton() {
  return (
    <div className={blocks.top}>
      <section className={styles.sheet}>
        <Skeleton height={520} />
      </section>
      <div className={blocks.beside}>
        <Skeleton height={340} />
        <Skeleton height={88} />
      </div>
    </div>
  )
}

/** The head, then rows of sections. */
export function ReportSkeleton({ sections = [64, 64] }: { readonly sections?: readonly number[] }) {
  return (
    <div className={styles.blocks}>
      <TopSkeleton />
      <SectionsSkeleton heights={sections} />
    </div>
  )
}

export function SectionsSkeleton({ heights }: { readonly heights: readonly number[] }) {
  return heights.map((height, index) => <Skeleton key={index} height={height} />)
}
