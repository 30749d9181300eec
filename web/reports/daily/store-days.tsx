import { useQuery } from '@tanstack/react-query'
import {
  averageTicketCents,
  cancellationShare,
  netCents,
  onTimeShare,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import {
  readStoreDays,
  type StoreDays as Days,
  type StoresReportRow,
} from '../../../contract/reports/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { count, dayShort, money, percent } from '../../words/format.ts'
import { DataTable, type Column } from '../../table/data-table.tsx'
import type { ReportContext } from '../frame/report-frame.tsx'
import { Change } from '../frame/report-parts.tsx'
import { selectionOfStore } from '../stores/stores.rules.ts'

type Day = Days['days'][number]

/** Expanded row of a store: the same figures, day by day. */
export function StoreDays({
  store,
  context,
}: {
  readonly store: StoresReportRow
  readonly context: ReportContext
}) {
  const query = { ...context.query, selection: selectionOfStore(context.query.selection, store.storeId) }
  const days = useQuery(queryFor(readStoreDays, { query }))
  if (days.isError)
    return (
      <ErrorState
        message={errorSentence(days.error)}
        requestId={requestIdOf(days.error)}
        onRetry={() => void days.refetch()}
      />
    )
  if (!days.data) return <Skeleton height={220} />
  const { comparison } = days.data.period
  return (
    <DataTable
      caption={`${store.name}, dia a dia`}
      rows={days.data.days}
      rowKey={(day) => day.day}
      sort={{ by: 'day', down: true }}
      columns={columnsOf(comparison.kind !== 'none' && !comparison.empty)}
      first={31}
    />
  )
}

const columnsOf = (compares: boolean): readonly Column<Day>[] => [
  { key: 'day', label: 'Dia', sort: (row) => row.day, cell: (row) => dayShort(row.day) },
  {
    key: 'orders',
    label: 'Pedidos',
    sort: (row) => validOrders(row.totals),
    cell: (row) => count(validOrders(row.totals)),
  },
  {
    key: 'net',
    label: 'Líquido',
    phone: 'sum',
    sort: (row) => netCents(row.totals),
    cell: (row) => money(netCents(row.totals)),
  },
  ...(compares
    ? ([
        {
          key: 'compared',
          label: 'Comparação',
          sort: (row) => netCents(row.compared),
          cell: (row) => money(netCents(row.compared)),
        },
        {
          key: 'change',
          label: 'Mudança',
          phone: 'change',
          sort: (row) =>
            netCents(row.compared) > 0 ? netCents(row.totals) / netCents(row.compared) - 1 : null,
          cell: (row) => <Change name="net" now={netCents(row.totals)} before={netCents(row.compared)} />,
        },
      ] satisfies readonly Column<Day>[])
    : []),
  {
    key: 'ticket',
    label: 'Ticket',
    sort: (row) => averageTicketCents(row.totals),
    cell: (row) => orNone(averageTicketCents(row.totals), money),
  },
  {
    key: 'cancellation',
    label: 'Cancel.',
    sort: (row) => cancellationShare(row.totals),
    cell: (row) => orNone(cancellationShare(row.totals), percent),
  },
  {
    key: 'onTime',
    label: 'No prazo',
    sort: (row) => onTimeShare(row.totals),
    cell: (row) => orNone(onTimeShare(row.totals), percent),
  },
]

const orNone = (value: number | null, words: (value: number) => string) =>
  value === null ? '–' : words(value)
