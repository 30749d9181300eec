import { usePageTitle } from '../browser/page-title.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { addDays } from '../../contract/day.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { netCents } from '../../contract/metrics.ts'
import { comparisons, readDailyReport, type Comparison, type DailyReport } from '../../contract/reports.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { useLive } from '../live/live-stream.ts'
import { PageBar } from '../shell/shell.tsx'
import { ForbiddenPage } from '../shell/forbidden-page.tsx'
import { SelectionPicker } from '../stores/selection-picker.tsx'
import { useSelection } from '../stores/selection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Card, EmptyState, ErrorState, Skeleton } from '../ui/pieces.tsx'
import { ago, dayShort, money, weekdayName, zoneName } from '../words/format.ts'
import { HoursChart, WeekBars } from './charts.tsx'
import styles from './daily-report-page.module.css'
import { Bridge, Items, Meaning, Problems, SixCards, StoresStrip } from './report-parts.tsx'
import { Channels, Customers, Payments } from './report-shares.tsx'

const route = getRouteApi('/signed-in/reports/daily')
const title = 'Relatório diário'
/** Many orders in a moment are one read of the report. */
const refreshEveryMs = 2_000

/** The day of the selected stores. Where a manager lands after sign-in (spec section 2, fixed). */
export function DailyReportPage() {
  const session = useSignedIn()
  usePageTitle(title)
  return isManagerSomewhere(session) ? <Report /> : <ForbiddenPage title={title} />
}

function Report() {
  const search = route.useSearch()
  const selection = useSelection('manager')
  const comparison = comparisons.find((one) => one === search.comparison) ?? 'same-weekday-last-week'
  const query = useQuery({
    ...queryFor(readDailyReport, {
      query: { selection: selection.query, comparison, ...(search.day ? { day: search.day } : {}) },
    }),
    enabled: selection.ready && selection.query !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  useLiveRefresh()
  const report = query.data
  return (
    <>
      <PageBar title={title}>
        <DayPicker day={search.day ?? report?.day ?? null} today={search.day === undefined} />
        <ComparisonPicker value={comparison} />
        <SelectionPicker minimum="manager" />
        <Button
          icon="print"
          className={styles.noprint ?? ''}
          aria-label="Imprimir"
          onClick={() => window.print()}
        />
      </PageBar>
      {selection.ready && selection.query === undefined ? (
        <EmptyState icon="shop" title="Nenhuma loja para mostrar">
          Você não é gerente de nenhuma loja desta seleção.
        </EmptyState>
      ) : (query.isError && !report) || selection.error ? (
        <ErrorState
          message={errorSentence(query.error ?? selection.error)}
          requestId={requestIdOf(query.error ?? selection.error)}
          onRetry={() => void query.refetch()}
        />
      ) : report ? (
        <Blocks report={report} failing={query.isError} />
      ) : (
        <LoadingReport />
      )}
    </>
  )
}

function Blocks({ report, failing }: { readonly report: DailyReport; readonly failing: boolean }) {
  const compared = comparedWords(report)
  return (
    <>
      <Freshness report={report} failing={failing} />
      <Card className={styles.hero ?? ''}>
        <div>
          <h2>
            Faturamento líquido <Meaning name="net" />
          </h2>
          <p className={styles.big} data-metric="net-big">
            {money(netCents(report.totals))}
          </p>
          <p className={styles.say}>{report.sentence}</p>
          <WeekBars week={report.week} />
        </div>
        <HoursChart hours={report.hours} compared={compared} />
      </Card>
      <SixCards report={report} compared={compared} />
      <Problems report={report}>
        {(problem) => <Link to={problem.action.to}>{problem.action.label}</Link>}
      </Problems>
      <div className={styles.cols}>
        <Bridge totals={report.totals} />
        <Channels report={report} />
        <Payments report={report} />
      </div>
      <div className={styles.cols}>
        <StoresStrip report={report} compared={compared} />
        <Items report={report} />
        <Customers report={report} />
      </div>
    </>
  )
}

function Freshness({ report, failing }: { readonly report: DailyReport; readonly failing: boolean }) {
  const now = useNow(5_000)
  const cut = report.running && report.comparison.cutAt ? ` · comparação até ${report.comparison.cutAt}` : ''
  return (
    <p className={styles.fresh} role="status">
      {failing ? 'Sem conexão; ' : ''}atualizado {ago(report.generatedAt, now)}
      {cut} · {zoneName(report.timezone)}
    </p>
  )
}

function DayPicker({ day, today }: { readonly day: string | null; readonly today: boolean }) {
  const navigate = route.useNavigate()
  const go = (next: string | null) =>
    void navigate({ search: ({ day: _day, ...rest }) => (next === null ? rest : { ...rest, day: next }) })
  return (
    <div className={styles.days}>
      <Button icon="previous" aria-label="Dia anterior" onClick={() => day && go(addDays(day, -1))} />
      <label>
        <Icon name="calendar" />
        <span>{day ? `${today ? 'Hoje, ' : ''}${dayShort(day)}` : 'Hoje'}</span>
        <input
          type="date"
          aria-label="Escolher o dia"
          value={day ?? ''}
          onChange={(event) => go(event.target.value || null)}
        />
      </label>
      <Button
        icon="next"
        aria-label="Próximo dia"
        disabledReason={today ? 'Este é o dia de hoje.' : null}
        onClick={() => day && go(addDays(day, 1))}
      />
      {today ? null : (
        <Button onClick={() => go(null)} aria-label="Voltar para hoje">
          Hoje
        </Button>
      )}
    </div>
  )
}

const comparisonWords: Record<Comparison, string> = {
  'same-weekday-last-week': 'vs. mesmo dia da semana passada',
  yesterday: 'vs. dia anterior',
  'mean-of-four-same-weekdays': 'vs. média de 4 semanas',
  'last-year': 'vs. mesmo dia do ano passado',
  custom: 'vs. outro dia',
}

function ComparisonPicker({ value }: { readonly value: Comparison }) {
  const navigate = route.useNavigate()
  return (
    <select
      className={styles.compare}
      aria-label="Comparar com"
      value={value}
      onChange={(event) =>
        void navigate({ search: (search) => ({ ...search, comparison: event.target.value }) })
      }
    >
      {comparisons
        .filter((one) => one !== 'custom')
        .map((one) => (
          <option key={one} value={one}>
            {comparisonWords[one]}
          </option>
        ))}
    </select>
  )
}

function comparedWords(report: DailyReport): string {
  const weekday = weekdayName(report.day)
  switch (report.comparison.kind) {
    case 'yesterday':
      return 'dia anterior'
    case 'same-weekday-last-week':
      return `${weekday} passad${weekday === 'sábado' || weekday === 'domingo' ? 'o' : 'a'}`
    case 'mean-of-four-same-weekdays':
      return `${weekday} comum`
    case 'last-year':
      return `${weekday} do ano passado`
    case 'custom':
      return 'dia escolhido'
  }
}

function useLiveRefresh(): void {
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'hello') return
      planned.current ??= setTimeout(() => {
        planned.current = undefined
        void refresh(readDailyReport)
      }, refreshEveryMs)
    }, []),
  )
}

function LoadingReport() {
  return (
    <div aria-busy="true">
      <Skeleton height={330} />
      <div className={styles.cards}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} height={116} />
        ))}
      </div>
      <div className={styles.cols}>
        <Skeleton height={380} />
        <Skeleton height={380} />
        <Skeleton height={380} />
      </div>
    </div>
  )
}
