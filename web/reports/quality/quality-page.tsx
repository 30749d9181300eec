import { Channel } from '../../marks/channel.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { readQualityReport, type QualityReport } from '../../../contract/reports/quality.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { dayDigits, dayRange, count, decimal, percent, plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { Figures } from '../frame/figures.tsx'
import { Section } from '../frame/section.tsx'
import { BigFigure, ReceiptLines, TillRoll } from '../frame/till-roll.tsx'
import { periodSearch } from '../period/period-search.rules.ts'
import { comparedUntil } from '../period/period-labels.ts'
import { QualityCancellations } from './quality-cancellations.tsx'
import { QualityDisputes } from './quality-disputes.tsx'
import { QualityLevels } from './quality-levels.tsx'
import { QualityMinutes, QualityStages } from './quality-stages.tsx'
import { QualityStores } from './quality-stores.tsx'
import { QualityWaiting } from './quality-waiting.tsx'
import { dayIn } from '../../words/near-day.ts'
import styles from './quality-page.module.css'
import { cancelledShare, onTimeOf, qualitySentence, scoreCount, scoreMean, shareOf } from './quality.rules.ts'
import { Against, MetricDefinition } from '../frame/report-parts.tsx'
import { ReportFrame, ReportSkeleton, SectionsSkeleton } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/quality')
/** Heights of the sections below the head. */
const heights = [360, 420, 360]

/**
 * Service quality: ratings, cancellations, times against targets, open hours, negotiations, the
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
      skeleton={<ReportSkeleton sections={heights} />}
    >
      {(report) => <Blocks report={report} />}
    </ReportFrame>
  )
}

function Blocks({ report }: { readonly report: QualityReport }) {
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <RatingRoll report={report} />
        <div className={blocks.beside}>
          <Cards report={report} />
          <QualityWaiting report={report} />
          <QualityMinutes report={report} />
        </div>
      </div>
      <DeferredSection skeleton={<SectionsSkeleton heights={heights} />}>
        {() => (
          <>
            <QualityStages report={report} />
            <QualityCancellations report={report} />
            <div className={blocks.two}>
              <QualityDisputes report={report} />
              <OpenRate report={report} />
            </div>
            <Trend report={report} />
            <QualityLevels levels={report.levels} />
            <QualityStores report={report} />
          </>
        )}
      </DeferredSection>
    </div>
  )
}

/** What customers said of the period, star by star. */
function RatingRoll({ report }: { readonly report: QualityReport }) {
  const { period, totals, ratings, comparedRatings } = report
  const mean = scoreMean(ratings)
  const before = compares(period) ? scoreMean(comparedRatings) : null
  return (
    <TillRoll
      head={[
        dayRange(period.from, period.to),
        `${plural(totals.received, 'pedido', 'pedidos')}, com os cancelados`,
      ]}
      label={metrics.rating.label}
      meaning={<MetricDefinition name="rating" />}
      figure={<BigFigure name="rating" label={mean === null ? '–' : decimal(mean, 1)} unit="de 5" />}
      tell={
        <>
          {mean === null || before === null ? null : (
            <>
              <Against name="rating" now={mean} before={before} text={comparedUntil(period)} />{' '}
            </>
          )}
          {qualitySentence(report)}
        </>
      }
    >
      <ReceiptLines
        lines={[
          ...[5, 4, 3, 2, 1].map((score) => ({
            key: `score-${score}`,
            name: score === 1 ? '1 estrela' : `${score} estrelas`,
            sum: count(ratings[score - 1] ?? 0),
          })),
          { key: 'ratings', name: 'Avaliações', sum: count(scoreCount(ratings)), kind: 'total' },
        ]}
      />
    </TillRoll>
  )
}

const compares = ({ comparison }: QualityReport['period']): boolean =>
  !comparison.empty && comparison.kind !== 'none'

function Cards({ report }: { readonly report: QualityReport }) {
  const { totals, compared, disputes, comparedDisputes, openRate } = report
  const total = report.stages.find(({ current }) => current.stage === 'total')
  const before = (value: number | null) => (compares(report.period) ? value : null)
  const open = openRate.channels.reduce((sum, row) => sum + row.openMinutes, 0)
  const scheduled = openRate.channels.reduce((sum, row) => sum + row.scheduledMinutes, 0)
  return (
    <Figures
      figures={[
        { name: 'cancellation', now: cancelledShare(totals), before: before(cancelledShare(compared)) },
        { name: 'onTime', now: onTimeOf(totals), before: before(onTimeOf(compared)) },
        {
          name: 'totalTime',
          label: 'Até a entrega',
          now: total?.current.median ?? null,
          before: before(total?.compared.median ?? null),
        },
        { name: 'openRate', now: shareOf(open, scheduled), before: null },
        { name: 'disputesLost', now: disputes.lostCents, before: before(comparedDisputes.lostCents) },
      ]}
    />
  )
}

/** The mean rating over time. */
function Trend({ report }: { readonly report: QualityReport }) {
  if (report.trend.length < 2) return null
  return (
    <Section
      title="Nota ao longo do período"
      meaning={<MetricDefinition name="rating" />}
      line={`De ${meanWords(report.trend[0])} a ${meanWords(report.trend.at(-1))}`}
    >
      <ColumnChart
        label="Nota média ao longo do período"
        points={report.trend.map((point) => ({
          label: dayMonth(point.from),
          title: trendTitle(report.by, point.from),
        }))}
        series={[{ name: 'nota', values: report.trend.map((point) => scoreMean(point.scores)) }]}
        format={(value) => decimal(value, 2)}
        axis={(value) => decimal(value, 0)}
        height={170}
      />
    </Section>
  )
}

function meanWords(point: QualityReport['trend'][number] | undefined): string {
  const mean = point ? scoreMean(point.scores) : null
  return mean === null ? '–' : decimal(mean, 1)
}

function OpenRate({ report }: { readonly report: QualityReport }) {
  const { since, channels } = report.openRate
  return (
    <Section title="Tempo aberto" meaning={<MetricDefinition name="openRate" />} line="Por canal">
      {since === null || channels.every((row) => row.scheduledMinutes === 0) ? (
        <Muted>
          {since === null
            ? 'Ainda não começamos a observar estas lojas. A conta aparece em alguns minutos.'
            : `Observamos desde ${dayDigits(dayIn(since, report.period.timezone))}: neste período ainda não há nada.`}
        </Muted>
      ) : (
        <>
          <Stack as="ul" gap={16} className={styles.meters}>
            {channels.map((row) => {
              const share = shareOf(row.openMinutes, row.scheduledMinutes)
              return (
                <li key={row.channel}>
                  <b>
                    <Channel platform={row.channel} />
                  </b>
                  <b>{share === null ? '–' : percent(share)}</b>
                  <span className={styles.track} aria-hidden="true">
                    <i style={{ width: `${(share ?? 0) * 100}%` }} />
                  </span>
                  <Muted as="small" size={2}>
                    {hours(row.openMinutes)} de {hours(row.scheduledMinutes)} do horário
                    {row.scheduledMinutes > row.openMinutes
                      ? `; fechada por ${hours(row.scheduledMinutes - row.openMinutes)}`
                      : ''}
                  </Muted>
                </li>
              )
            })}
          </Stack>
          <Muted size={2}>Observado desde {dayDigits(dayIn(since, report.period.timezone))}.</Muted>
        </>
      )}
    </Section>
  )
}

const hours = (minutes: number): string =>
  minutes < 60
    ? `${minutes}\u00a0min`
    : `${count(Math.floor(minutes / 60))}\u00a0h${minutes % 60 > 0 ? ` ${minutes % 60}\u00a0min` : ''}`

const dayMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`
const trendTitle = (by: QualityReport['by'], from: string): string =>
  by === 'day'
    ? dayMonth(from)
    : by === 'week'
      ? `semana de ${dayMonth(from)}`
      : `mês desde ${dayMonth(from)}`
