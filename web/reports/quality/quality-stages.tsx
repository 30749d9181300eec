import type { QualityReport, StageFigures } from '../../../contract/reports/quality.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { count, percent } from '../../words/format.ts'
import { useState } from 'react'
import { Muted } from '../../kit/text.tsx'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { comparedName } from '../period/period-labels.ts'
import { TargetsDialog } from './quality-targets-dialog.tsx'
import { minuteBars, shareOf, stageMetric, stageStates } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import styles from './quality-page.module.css'
import { Section } from '../frame/section.tsx'

const barMinutes = 5

/** Each stage against its target: median and 90th percentile. */
export function QualityStages({ report }: { readonly report: QualityReport }) {
  const [editing, setEditing] = useState(false)
  const compared = comparedName(report.period)
  const total = report.stages.find(({ current }) => current.stage === 'total')?.current
  return (
    <>
      <Section
        title="Tempos por etapa"
        meaning={<MetricDefinition name="withinTarget" />}
        line={total?.median == null ? null : `Metade dos pedidos em até ${minutes(total.median)}`}
        tools={
          <Button icon="clock" onClick={() => setEditing(true)}>
            Metas
          </Button>
        }
      >
        <DataTable
          caption="Tempos por etapa"
          rows={report.stages}
          rowKey={({ current }) => current.stage}
          columns={[
            {
              key: 'stage',
              label: 'Etapa',
              cell: ({ current }) => (
                <span className={styles.stage}>
                  {metrics[stageMetric[current.stage]].label}
                  <MetricDefinition name={stageMetric[current.stage]} />
                </span>
              ),
            },
            {
              key: 'median',
              label: 'Metade dos pedidos',
              phone: 'sum',
              cell: ({ current }) => minutes(current.median),
            },
            { key: 'p90', label: '9 de cada 10', cell: ({ current }) => minutes(current.p90) },
            {
              key: 'target',
              label: 'Meta',
              cell: ({ current }) => (current.target === null ? 'por loja' : minutes(current.target)),
            },
            { key: 'within', label: 'Na meta', cell: ({ current }) => within(current) },
            {
              key: 'state',
              phone: 'change',
              label: 'Situação',
              cell: ({ current }) => <State figures={current} />,
            },
            {
              key: 'before',
              label: compared === '' ? 'Antes' : `Metade, ${compared}`,
              wideOnly: true,
              cell: ({ compared: before }) => minutes(before.median),
            },
          ]}
        />
      </Section>
      {editing ? <TargetsDialog stores={report.stores} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

/** How many orders took how long, in steps of five minutes. */
export function QualityMinutes({ report }: { readonly report: QualityReport }) {
  const total = report.stages.find(({ current }) => current.stage === 'total')?.current
  return (
    <Section
      title="Quanto levou cada pedido"
      line={total?.p90 == null ? null : `9 em cada 10 em até ${minutes(total.p90)}`}
    >
      {report.totalMinutes.length === 0 ? (
        <Muted>Nenhum pedido com a linha do tempo completa neste período.</Muted>
      ) : (
        <ColumnChart
          label="Pedidos por tempo total, em faixas de 5 minutos"
          tight
          points={minuteBars(report.totalMinutes, barMinutes).map(({ from }) => ({
            label: String(from),
            title: from >= 120 ? '2 horas ou mais' : `${from} a ${from + barMinutes - 1}\u00a0min`,
          }))}
          series={[
            {
              name: 'pedidos',
              values: minuteBars(report.totalMinutes, barMinutes).map(({ orders }) => orders),
            },
          ]}
          marks={total?.median == null ? [] : [{ at: total.median / barMinutes, name: 'mediana' }]}
          format={count}
        />
      )}
      {total && total.orders > 0 ? (
        <Muted size={2}>
          Metade dos pedidos em até {minutes(total.median)}; 9 em cada 10 em até {minutes(total.p90)}.
        </Muted>
      ) : null}
    </Section>
  )
}

export function State({ figures }: { readonly figures: StageFigures }) {
  const { words, tone } = stageStates[figures.state]
  return <Pill tone={tone}>{words}</Pill>
}

export const minutes = (value: number | null): string => (value === null ? '–' : `${count(value)}\u00a0min`)

function within({ orders, within: inTime }: StageFigures): string {
  const share = shareOf(inTime, orders)
  return share === null ? '–' : percent(share, 0)
}
