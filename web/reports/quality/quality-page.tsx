import { getRouteApi } from '@tanstack/react-router'
import { channelName } from '../../../contract/shared/channels.ts'
import { readQualityReport, type QualityReport } from '../../../contract/reports/quality.ts'
import { Card } from '../../ui/card.tsx'
import { dayDigits, count, decimal, percent, plural } from '../../words/format.ts'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import { LineChart } from '../../charts/line-chart.tsx'
import { FigureCards, type FigureCard } from '../frame/figure-cards.tsx'
import { periodSearch } from '../frame/period-search.rules.ts'
import { comparedName } from '../frame/period-labels.ts'
import { QualityCancellations } from './quality-cancellations.tsx'
import { QualityDisputes } from './quality-disputes.tsx'
import { QualityLevels } from './quality-levels.tsx'
import { QualityReviews } from './quality-reviews.tsx'
import { QualityStages } from './quality-stages.tsx'
import { QualityStores } from './quality-stores.tsx'
import { dayIn } from '../../words/near-day.ts'
import styles from './quality-page.module.css'
import { cancelledShare, onTimeOf, qualitySentence, scoreCount, scoreMean, shareOf } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { ReportFrame, ReportSkeleton, type ReportContext } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/quality')
/** Heights of the sections below the cards. */
const heights = [360, 420, 360]

/**
 * Service quality: ratings and replies, cancellations, times against targets, open hours, negotiations, the
 * level.
 */
export function QualityPage() {
  const search = periodSearch({ ...route.useSearch() })
  return (
    <ReportFrame
      title="Qualidade"
      route={readQualityReport}
      search={search}
      filters="weekdays"
      skeleton={<ReportSkeleton cards={6} blocks={heights} />}
    >
      {(report, context) => <Blocks report={report} context={context} />}
    </ReportFrame>
  )
}

function Blocks({ report, context }: { readonly report: QualityReport; readonly context: ReportContext }) {
  return (
    <>
      <p className={blocks.say}>{qualitySentence(report)}</p>
      <Cards report={report} />
      <DeferredSection skeleton={<ReportSkeleton blocks={heights} />}>
        {() => (
          <div className={blocks.stack}>
            <div className={blocks.wide}>
              <QualityReviews selection={context.query.selection} pending={report.pendingReviews} />
              <Ratings report={report} />
            </div>
            <QualityStages report={report} />
            <QualityCancellations report={report} />
            <div className={blocks.two}>
              <QualityDisputes report={report} selection={context.query.selection} />
              <OpenRate report={report} />
            </div>
            <QualityLevels levels={report.levels} />
            <QualityStores report={report} />
          </div>
        )}
      </DeferredSection>
    </>
  )
}

function Cards({ report }: { readonly report: QualityReport }) {
  const { totals, compared, disputes, comparedDisputes, openRate } = report
  const nothing = report.period.comparison.empty || report.period.comparison.kind === 'none'
  const total = report.stages.find(({ current }) => current.stage === 'total')
  const before = (value: number | null) => (nothing ? null : value)
  const open = openRate.channels.reduce((sum, row) => sum + row.openMinutes, 0)
  const scheduled = openRate.channels.reduce((sum, row) => sum + row.scheduledMinutes, 0)
  const cards: readonly FigureCard[] = [
    {
      name: 'rating',
      now: scoreMean(report.ratings),
      before: before(scoreMean(report.comparedRatings)),
      more: <span>{plural(scoreCount(report.ratings), 'avaliação', 'avaliações')}</span>,
    },
    { name: 'cancellation', now: cancelledShare(totals), before: before(cancelledShare(compared)) },
    { name: 'onTime', now: onTimeOf(totals), before: before(onTimeOf(compared)) },
    {
      name: 'totalTime',
      label: 'Tempo total (mediana)',
      now: total?.current.median ?? null,
      before: before(total?.compared.median ?? null),
    },
    { name: 'openRate', now: shareOf(open, scheduled), before: null },
    {
      name: 'disputesLost',
      label: 'Devolvido',
      now: disputes.lostCents,
      before: before(comparedDisputes.lostCents),
    },
  ]
  return <FigureCards cards={cards} compared={comparedName(report.period)} />
}

function Ratings({ report }: { readonly report: QualityReport }) {
  const all = scoreCount(report.ratings)
  const before = scoreCount(report.comparedRatings)
  const points = report.trend.map((point) => ({
    label: dayMonth(point.from),
    title: trendTitle(report.by, point.from),
  }))
  return (
    <Card>
      <div className={blocks.head}>
        <h2>
          Notas <MetricDefinition name="rating" />
        </h2>
      </div>
      {all === 0 ? (
        <p className={styles.quiet}>Nenhuma avaliação dos pedidos deste período.</p>
      ) : (
        <>
          <BarList
            rows={[5, 4, 3, 2, 1].map((score) => ({
              key: String(score),
              name: score === 1 ? '1 estrela' : `${score} estrelas`,
              value: report.ratings[score - 1] ?? 0,
              share: shareOf(report.ratings[score - 1] ?? 0, all),
              // Scaled to this period's number of ratings, so that the tick is comparable.
              compared:
                before > 0 ? Math.round(((report.comparedRatings[score - 1] ?? 0) / before) * all) : null,
            }))}
            format={count}
          />
          {report.trend.length > 1 ? (
            <LineChart
              label="Nota média ao longo do período"
              points={points}
              series={[{ name: 'nota', values: report.trend.map((point) => scoreMean(point.scores)) }]}
              format={(value) => decimal(value, 2)}
              axis={(value) => decimal(value, 1)}
              height={170}
            />
          ) : null}
        </>
      )}
    </Card>
  )
}

function OpenRate({ report }: { readonly report: QualityReport }) {
  const { since, channels } = report.openRate
  return (
    <Card>
      <div className={blocks.head}>
        <h2>
          Tempo aberto <MetricDefinition name="openRate" />
        </h2>
      </div>
      {since === null || channels.every((row) => row.scheduledMinutes === 0) ? (
        <p className={styles.quiet}>
          {since === null
            ? 'Ainda não começamos a observar estas lojas. A conta aparece em alguns minutos.'
            : `Observamos desde ${dayDigits(dayIn(since, report.period.timezone))}: neste período ainda não há nada.`}
        </p>
      ) : (
        <>
          <ul className={styles.meters}>
            {channels.map((row) => {
              const share = shareOf(row.openMinutes, row.scheduledMinutes)
              return (
                <li key={row.channel}>
                  <b>{channelName(row.channel)}</b>
                  <b>{share === null ? '–' : percent(share)}</b>
                  <span className={styles.track} aria-hidden="true">
                    <i style={{ width: `${(share ?? 0) * 100}%` }} />
                  </span>
                  <small>
                    {hours(row.openMinutes)} de {hours(row.scheduledMinutes)} do horário
                    {row.scheduledMinutes > row.openMinutes
                      ? `; fechada por ${hours(row.scheduledMinutes - row.openMinutes)}`
                      : ''}
                  </small>
                </li>
              )
            })}
          </ul>
          <p className={blocks.small}>Observado desde {dayDigits(dayIn(since, report.period.timezone))}.</p>
        </>
      )}
    </Card>
  )
}

const hours = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${count(Math.floor(minutes / 60))} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`

const dayMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`
const trendTitle = (by: QualityReport['by'], from: string): string =>
  by === 'day'
    ? dayMonth(from)
    : by === 'week'
      ? `semana de ${dayMonth(from)}`
      : `mês desde ${dayMonth(from)}`
