import { getRouteApi, Link } from '@tanstack/react-router'
import { readAdsReport, type AdsReport } from '../../../contract/reports/ads.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { ChartRoom } from '../../charts/chart-room.tsx'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import { DataTable } from '../../table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import {
  count,
  dayDigits,
  dayShort,
  money,
  moneyAxis,
  moneyShort,
  percent,
  plural,
} from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { ReportFrame, ReportSkeleton } from '../frame/report-frame.tsx'
import { Section } from '../frame/section.tsx'
import { BigMoney, ReceiptLines, ReceiptNote, TillRoll } from '../frame/till-roll.tsx'

const route = getRouteApi('/signed-in/reports/ads')
const ColumnChart = lazyFramed(() => import('../../charts/column-chart.tsx'), 'ColumnChart')
const chartHeight = 270

/** What the ads of the chosen stores became: clicks, orders, and what is left of them. */
export function AdsReportPage() {
  usePageTitle('Relatório de anúncios')
  return (
    <ReportFrame
      title="Anúncios"
      route={readAdsReport}
      search={route.useSearch()}
      own={{}}
      filters="none"
      compares={false}
      skeleton={<ReportSkeleton sections={[420]} />}
    >
      {(report) => <Ads report={report} />}
    </ReportFrame>
  )
}

function Ads({ report }: { readonly report: AdsReport }) {
  if (report.rows.length === 0)
    return (
      <EmptyState
        icon="up"
        title="Nenhum anúncio ainda"
        action={
          <Link to="/settings" search={{ tab: 'anuncios' }}>
            Criar um anúncio
          </Link>
        }
      >
        Cada anúncio ganha um link para o WhatsApp da loja. Aqui aparece quanto cada um vendeu.
      </EmptyState>
    )
  const { clicks, orders, netCents } = report.totals
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <TillRoll
          head={['Do clique ao líquido', plural(report.rows.length, 'anúncio', 'anúncios')]}
          label="Líquido dos anúncios"
          figure={<BigMoney name="net" cents={netCents} closed={!report.period.running} />}
          tell={
            orders === 0
              ? 'Nenhum pedido veio de anúncio nestes dias.'
              : `${money(Math.round(netCents / orders))} por pedido que veio de um anúncio.`
          }
        >
          <ReceiptLines
            lines={[
              { key: 'clicks', name: 'Cliques', sum: count(clicks) },
              { key: 'orders', name: 'Pedidos', sum: count(orders) },
              ...(clicks > 0
                ? [
                    {
                      key: 'rate',
                      name: 'Viraram pedido',
                      sum: percent(orders / clicks),
                      kind: 'aside' as const,
                    },
                  ]
                : []),
            ]}
          />
          <ReceiptNote>O pedido conta no dia dele; o clique, no dia do clique.</ReceiptNote>
        </TillRoll>
        <AdsDays report={report} />
      </div>
      <AdsTable report={report} />
    </div>
  )
}

function AdsDays({ report: { days, period } }: { readonly report: AdsReport }) {
  const net = { name: 'líquido', values: days.map(({ netCents }) => netCents) }
  return (
    <Section title="Líquido por dia" first>
      <DeferredSection skeleton={<ChartRoom legend={[]} height={chartHeight} />}>
        {() => (
          <ColumnChart
            label="Líquido dos anúncios por dia"
            height={chartHeight}
            peak={moneyShort}
            points={days.map(({ day, clicks, orders }) => ({
              label: dayDigits(day),
              title: `${dayShort(day)}, ${plural(clicks, 'clique', 'cliques')}, ${plural(orders, 'pedido', 'pedidos')}`,
              partial: period.running && day === period.to,
            }))}
            series={[net]}
            format={money}
            axis={moneyAxis}
          />
        )}
      </DeferredSection>
    </Section>
  )
}

function AdsTable({ report: { rows } }: { readonly report: AdsReport }) {
  const several = new Set(rows.map(({ storeId }) => storeId)).size > 1
  const best = rows[0]
  return (
    <Section
      title="Por anúncio"
      first
      line={best ? `Vendeu mais: ${best.name}, ${moneyShort(best.netCents)}` : null}
    >
      <DataTable
        caption="Anúncios, com cliques, pedidos e líquido"
        rows={rows}
        rowKey={(row) => `${row.storeId} ${row.adId ?? ''}`}
        sort={{ by: 'net', down: true }}
        bar={(row) => ({ value: row.netCents })}
        columns={[
          {
            key: 'name',
            label: 'Anúncio',
            sort: (row) => row.name,
            cell: (row) => (
              <>
                {row.name}
                <Muted as="small" block size={2}>
                  {[several ? row.store : null, row.ended ? 'encerrado' : null].filter(Boolean).join(', ')}
                </Muted>
              </>
            ),
          },
          {
            key: 'net',
            phone: 'sum',
            label: 'Líquido',
            sort: (row) => row.netCents,
            cell: (row) => money(row.netCents),
          },
          { key: 'clicks', label: 'Cliques', sort: (row) => row.clicks, cell: (row) => count(row.clicks) },
          { key: 'orders', label: 'Pedidos', sort: (row) => row.orders, cell: (row) => count(row.orders) },
          {
            key: 'rate',
            label: 'Viraram pedido',
            sort: (row) => (row.clicks > 0 ? row.orders / row.clicks : null),
            cell: (row) => (row.clicks > 0 ? percent(row.orders / row.clicks) : '–'),
          },
          {
            key: 'each',
            label: 'Por pedido',
            wideOnly: true,
            sort: (row) => (row.orders > 0 ? row.netCents / row.orders : null),
            cell: (row) => (row.orders > 0 ? money(Math.round(row.netCents / row.orders)) : '–'),
          },
        ]}
      />
    </Section>
  )
}
