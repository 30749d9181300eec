import { useState } from 'react'
import { netCents, onTimeShare, ratingMean } from '../../../contract/reports/metrics/metrics.ts'
import type { StoresReportRow } from '../../../contract/reports/stores.ts'
import { decimal, money, moneyAxis, moneyShort, percent } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import { Legend } from '../../charts/legend.tsx'
import { Scatter } from '../../charts/scatter.tsx'
import { Change, MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { Segments } from '../frame/segments.tsx'
import { fairRanking } from './stores.rules.ts'

/** Stores ranked by growth against their own past, regardless of size. */
export function FairRanking({ rows }: { readonly rows: readonly StoresReportRow[] }) {
  return (
    <Section
      title="Cada loja contra a própria média"
      meaning={<MetricDefinition name="ownMean" />}
      first
      tools={<Legend entries={[{ name: 'a própria média', look: 'tick' }]} />}
    >
      <BarList
        format={moneyShort}
        first={10}
        rows={fairRanking(rows).map((row) => ({
          key: row.storeId,
          name: row.name,
          value: netCents(row.totals),
          compared: row.usual?.netCents ?? null,
          detail: row.usual
            ? `média de ${row.usual.periods === 1 ? 'um período' : `${row.usual.periods} períodos`}: ${moneyShort(row.usual.netCents)}`
            : 'ainda sem períodos anteriores',
          aside: row.usual ? (
            <Change name="net" now={netCents(row.totals)} before={row.usual.netCents} />
          ) : null,
        }))}
      />
    </Section>
  )
}

/** Sales against punctuality per store. */
export function StoresScatter({ rows }: { readonly rows: readonly StoresReportRow[] }) {
  const [by, setBy] = useState<'onTime' | 'rating'>('onTime')
  const quality = (row: StoresReportRow) =>
    by === 'onTime' ? onTimeShare(row.totals) : ratingMean(row.ratings)
  const points = rows.flatMap((row) => {
    const y = quality(row)
    return y === null ? [] : [{ key: row.storeId, name: row.name, x: netCents(row.totals), y }]
  })
  const least = Math.min(...points.map((point) => point.y))
  return (
    <Section
      title="Vendas e qualidade"
      line={points.length < 2 ? null : 'Quem vende mais entrega no prazo?'}
      tools={
        <Segments
          label="Qualidade por"
          value={by}
          options={[
            ['onTime', 'No prazo'],
            ['rating', 'Nota'],
          ]}
          onChoose={setBy}
        />
      }
    >
      {points.length < 2 ? (
        <Muted size={2}>
          {by === 'rating' ? 'Ainda não há notas' : 'Ainda não há prazos'} de duas lojas para pôr lado a lado.
        </Muted>
      ) : (
        <Scatter
          label={`Faturamento líquido e ${by === 'onTime' ? 'pedidos no prazo' : 'nota'} por loja`}
          points={points}
          each="uma loja"
          height={360}
          x={{ name: 'Faturamento líquido', format: money, axis: moneyAxis }}
          y={
            by === 'onTime'
              ? {
                  name: 'No prazo',
                  format: percent,
                  axis: (share) => percent(share, 0),
                  from: Math.floor(least * 10) / 10,
                  to: 1,
                }
              : {
                  name: 'Nota',
                  format: (score) => decimal(score, 1),
                  from: Math.max(1, Math.floor(least)),
                  to: 5,
                }
          }
        />
      )}
    </Section>
  )
}
