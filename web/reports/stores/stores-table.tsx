import {
  averageTicketCents,
  cancellationShare,
  netCents,
  netPerOpenHourCents,
  onTimeShare,
  ratingMean,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import type { StoresReport, StoresReportRow } from '../../../contract/reports/stores.ts'
import { count, decimal, money, moneyShort, percent } from '../../words/format.ts'
import { DataTable, type Column } from '../../table/data-table.tsx'
import type { ReportContext } from '../frame/report-frame.tsx'
import { Change, MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { StoreDays } from '../daily/store-days.tsx'
import { againstOwnMean } from './stores.rules.ts'

/** One row per store; a row expands to its days. */
export function StoresTable({
  report,
  context,
}: {
  readonly report: StoresReport
  readonly context: ReportContext
}) {
  const [best] = report.rows.toSorted((a, b) => netCents(b.totals) - netCents(a.totals))
  return (
    <Section
      title="Uma linha por loja"
      line={best ? `${best.name}: ${moneyShort(netCents(best.totals))}` : null}
    >
      <DataTable
        caption="Lojas"
        rows={report.rows}
        rowKey={(row) => row.storeId}
        sort={{ by: 'net', down: true }}
        columns={columnsOf(report)}
        openLabel={(row) => `Dias de ${row.name}`}
        open={(row) => <StoreDays store={row} context={context} />}
      />
    </Section>
  )
}

function columnsOf({ period, totals: sum }: StoresReport): readonly Column<StoresReportRow>[] {
  const compares = period.comparison.kind !== 'none' && !period.comparison.empty
  const rated = sum.ratings.count > 0
  return [
    { key: 'name', label: 'Loja', sort: (row) => row.name, cell: (row) => row.name },
    {
      key: 'orders',
      label: 'Pedidos',
      meaning: <MetricDefinition name="orders" />,
      sort: (row) => validOrders(row.totals),
      cell: (row) => count(validOrders(row.totals)),
      foot: count(validOrders(sum.totals)),
    },
    {
      key: 'gross',
      label: 'Bruto',
      meaning: <MetricDefinition name="gross" />,
      sort: (row) => row.totals.grossCents,
      cell: (row) => money(row.totals.grossCents),
      foot: money(sum.totals.grossCents),
      wideOnly: true,
    },
    {
      key: 'net',
      label: 'Líquido',
      phone: 'sum',
      meaning: <MetricDefinition name="net" />,
      sort: (row) => netCents(row.totals),
      cell: (row) => money(netCents(row.totals)),
      foot: money(netCents(sum.totals)),
    },
    {
      key: 'share',
      label: 'Part.',
      meaning: <MetricDefinition name="salesShare" />,
      sort: (row) => row.share,
      cell: (row) => shareOrNone(row.share),
    },
    ...(compares ? [changeColumn(sum)] : []),
    {
      key: 'own',
      label: 'Vs. média',
      meaning: <MetricDefinition name="ownMean" />,
      sort: againstOwnMean,
      cell: (row) =>
        row.usual ? (
          <Change name="net" now={netCents(row.totals)} before={row.usual.netCents} />
        ) : (
          'sem histórico'
        ),
    },
    {
      key: 'ticket',
      label: 'Ticket',
      meaning: <MetricDefinition name="averageTicket" />,
      sort: (row) => averageTicketCents(row.totals),
      cell: (row) => centsOrNone(averageTicketCents(row.totals)),
      foot: centsOrNone(averageTicketCents(sum.totals)),
    },
    {
      key: 'openHour',
      label: 'Por hora',
      meaning: <MetricDefinition name="netPerOpenHour" />,
      sort: (row) => netPerOpenHourCents(row.totals, row.openMinutes),
      cell: (row) => centsOrNone(netPerOpenHourCents(row.totals, row.openMinutes)),
      foot: centsOrNone(netPerOpenHourCents(sum.totals, sum.openMinutes)),
    },
    {
      key: 'cancellation',
      label: 'Cancel.',
      meaning: <MetricDefinition name="cancellation" />,
      sort: (row) => cancellationShare(row.totals),
      cell: (row) => shareOrNone(cancellationShare(row.totals)),
      foot: shareOrNone(cancellationShare(sum.totals)),
    },
    {
      key: 'onTime',
      label: 'Prazo',
      meaning: <MetricDefinition name="onTime" />,
      sort: (row) => onTimeShare(row.totals),
      cell: (row) => shareOrNone(onTimeShare(row.totals)),
      foot: shareOrNone(onTimeShare(sum.totals)),
    },
    ...(rated ? [ratingColumn(sum)] : []),
  ]
}

type Sum = StoresReport['totals']

const changeColumn = (sum: Sum): Column<StoresReportRow> => ({
  key: 'change',
  label: 'Mudança',
  phone: 'change',
  sort: (row) => (netCents(row.compared) > 0 ? netCents(row.totals) / netCents(row.compared) - 1 : null),
  cell: (row) =>
    netCents(row.compared) > 0 ? (
      <Change name="net" now={netCents(row.totals)} before={netCents(row.compared)} />
    ) : (
      'não vendeu antes'
    ),
  foot: <Change name="net" now={netCents(sum.totals)} before={netCents(sum.compared)} />,
})

const ratingColumn = (sum: Sum): Column<StoresReportRow> => ({
  key: 'rating',
  label: 'Nota',
  meaning: <MetricDefinition name="rating" />,
  sort: (row) => ratingMean(row.ratings),
  cell: (row) => scoreOrNone(ratingMean(row.ratings)),
  foot: scoreOrNone(ratingMean(sum.ratings)),
})

const centsOrNone = (cents: number | null) => (cents === null ? '–' : money(cents))
const shareOrNone = (share: number | null) => (share === null ? '–' : percent(share))
const scoreOrNone = (score: number | null) => (score === null ? '–' : decimal(score))
