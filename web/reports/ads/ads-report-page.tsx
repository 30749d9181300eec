import { getRouteApi, Link } from '@tanstack/react-router'
import { readAdsReport, type AdsReport } from '../../../contract/reports/ads.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { DataTable } from '../../table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { count, money, percent, plural } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { ReportFrame, ReportSkeleton } from '../frame/report-frame.tsx'
import { Section } from '../frame/section.tsx'
import { BigMoney, ReceiptLines, TillRoll } from '../frame/till-roll.tsx'

const route = getRouteApi('/signed-in/reports/ads')

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
        title="Nenhum anúncio nestes dias"
        action={
          <Link to="/settings" search={{ tab: 'anuncios' }}>
            Criar um anúncio
          </Link>
        }
      >
        Um anúncio tem um link com código. Pelo código o pedido conta para ele, até o líquido.
      </EmptyState>
    )
  const { clicks, orders, netCents } = report.totals
  return (
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
                    name: 'Pedidos por clique',
                    sum: percent(orders / clicks),
                    kind: 'aside' as const,
                  },
                ]
              : []),
          ]}
        />
      </TillRoll>
      <div className={blocks.beside}>
        <AdsTable report={report} />
        <Muted size={2}>
          Líquido é o dos relatórios: sem cancelados, sem pedidos de teste. O pedido conta no dia dele; o
          clique, no dia do clique.
        </Muted>
      </div>
    </div>
  )
}

function AdsTable({ report }: { readonly report: AdsReport }) {
  const stores = new Set(report.rows.map(({ storeId }) => storeId))
  return (
    <Section title="Por anúncio" first line={plural(report.rows.length, 'anúncio', 'anúncios')}>
      <DataTable
        caption="Anúncios, com cliques, pedidos e líquido"
        rows={report.rows}
        rowKey={(row) => `${row.storeId} ${row.adId ?? ''}`}
        sort={{ by: 'net', down: true }}
        columns={[
          {
            key: 'name',
            label: 'Anúncio',
            sort: (row) => row.name,
            cell: (row) => (
              <>
                {row.name}
                {row.ended ? (
                  <Muted as="span" size={2}>
                    {' '}
                    · encerrado
                  </Muted>
                ) : null}
                {stores.size > 1 ? (
                  <Muted as="span" size={2}>
                    {' '}
                    · {row.store}
                  </Muted>
                ) : null}
              </>
            ),
          },
          { key: 'clicks', label: 'Cliques', sort: (row) => row.clicks, cell: (row) => count(row.clicks) },
          { key: 'orders', label: 'Pedidos', sort: (row) => row.orders, cell: (row) => count(row.orders) },
          {
            key: 'net',
            phone: 'sum',
            label: 'Líquido',
            sort: (row) => row.netCents,
            cell: (row) => money(row.netCents),
          },
        ]}
      />
    </Section>
  )
}
