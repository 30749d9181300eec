import type { QualityReport } from '../../../contract/reports/quality.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { count, decimal, money, percent, plural } from '../../words/format.ts'
import { DataTable } from '../../table/data-table.tsx'
import { minutes, State } from './quality-stages.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './quality-page.module.css'
import { cancelledShare, onTimeOf, scoreCount, scoreMean, shareOf, stageMetric } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

type StoreRow = QualityReport['stores'][number]

/** One row per store; it expands to its stages against its own targets. */
export function QualityStores({ report }: { readonly report: QualityReport }) {
  if (report.stores.length < 2) return null
  const total = (row: StoreRow) => row.stages.find((stage) => stage.stage === 'total')
  const share = (value: number | null) => (value === null ? '–' : percent(value))
  return (
    <Section title="Por loja" line={plural(report.stores.length, 'loja', 'lojas')}>
      <DataTable
        caption="Qualidade por loja"
        rows={report.stores}
        rowKey={(row) => row.storeId}
        sort={{ by: 'rating', down: false }}
        open={(row) => <Stages row={row} />}
        openLabel={(row) => `Tempos de ${row.name}`}
        columns={[
          { key: 'name', label: 'Loja', sort: (row) => row.name, cell: (row) => row.name },
          {
            key: 'rating',
            phone: 'sum',
            label: 'Nota',
            meaning: <MetricDefinition name="rating" />,
            sort: (row) => scoreMean(row.scores),
            cell: (row) => {
              const mean = scoreMean(row.scores)
              return mean === null ? '–' : `${decimal(mean, 1)} (${count(scoreCount(row.scores))})`
            },
          },
          {
            key: 'cancelled',
            label: 'Cancelamento',
            meaning: <MetricDefinition name="cancellation" />,
            sort: (row) => cancelledShare(row.totals),
            cell: (row) => share(cancelledShare(row.totals)),
          },
          {
            key: 'money',
            label: 'Valor cancelado',
            meaning: <MetricDefinition name="cancelledMoney" />,
            sort: (row) => row.totals.cancelledCents,
            cell: (row) => money(row.totals.cancelledCents),
            foot: money(report.totals.cancelledCents),
          },
          {
            key: 'onTime',
            label: 'No prazo',
            meaning: <MetricDefinition name="onTime" />,
            sort: (row) => onTimeOf(row.totals),
            cell: (row) => share(onTimeOf(row.totals)),
          },
          {
            key: 'total',
            label: 'Tempo total',
            meaning: <MetricDefinition name="totalTime" />,
            sort: (row) => total(row)?.median ?? null,
            cell: (row) => minutes(total(row)?.median ?? null),
          },
          {
            key: 'open',
            label: 'Aberta',
            meaning: <MetricDefinition name="openRate" />,
            sort: (row) => shareOf(row.openMinutes, row.scheduledMinutes),
            cell: (row) => share(shareOf(row.openMinutes, row.scheduledMinutes)),
          },
        ]}
      />
    </Section>
  )
}

function Stages({ row }: { readonly row: StoreRow }) {
  return (
    <Stack as="ul" gap={8} className={styles.storeStages}>
      {row.stages.map((stage) => (
        <li key={stage.stage}>
          <span>{metrics[stageMetric[stage.stage]].label}</span>
          <span>
            metade em {minutes(stage.median)}, 9 em 10 em {minutes(stage.p90)}; meta {minutes(stage.target)}
          </span>
          <State figures={stage} />
        </li>
      ))}
    </Stack>
  )
}
