import type { AdsReport } from '../../../contract/reports/ads.ts'
import type { ReportDocument } from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'

/** The report as a table, with its sums at the foot. */
export const adsDocument = ({ period, totals, rows, days }: AdsReport): ReportDocument => ({
  name: `anuncios-${period.from}-a-${period.to}`,
  title: 'Anúncios: do clique ao líquido',
  metadata: periodLines(period),
  sections: [
    {
      title: 'Por anúncio',
      columns: [
        { label: 'Loja', kind: 'text' },
        { label: 'Anúncio', kind: 'text' },
        { label: 'Encerrado', kind: 'text' },
        { label: 'Cliques', kind: 'count' },
        { label: 'Pedidos', kind: 'count' },
        { label: 'Líquido', kind: 'cents' },
      ],
      rows: [
        ...rows.map((row) => [
          row.store,
          row.name,
          row.ended ? 'sim' : '',
          row.clicks,
          row.orders,
          row.netCents,
        ]),
        ['Total', '', '', totals.clicks, totals.orders, totals.netCents],
      ],
      note: 'Líquido é o dos relatórios: sem cancelados, sem pedidos de teste. O pedido conta no dia dele; o clique, no dia do clique.',
    },
    {
      title: 'Por dia',
      columns: [
        { label: 'Dia', kind: 'day' },
        { label: 'Cliques', kind: 'count' },
        { label: 'Pedidos', kind: 'count' },
        { label: 'Líquido', kind: 'cents' },
      ],
      rows: days.map(({ day, clicks, orders, netCents }) => [day, clicks, orders, netCents]),
    },
  ],
})
