import {
  averageTicketCents,
  cancellationShare,
  onTimeShare,
} from '../../../contract/reports/metrics/metrics.ts'
import {
  salePivots,
  type SalePivot,
  type SalePivotRow,
  type SaleReport,
} from '../../../contract/reports/sale.ts'
import { isPlatform } from '../../../contract/shared/channels.ts'
import { Channel } from '../../marks/channel.tsx'
import { count, money, moneyShort, percent } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import styles from '../frame/blocks.module.css'
import { comparedName } from '../period/period-labels.ts'
import { DataTable, type Column } from '../../table/data-table.tsx'
import type { ReportContext } from '../frame/report-frame.tsx'
import { Change, MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

const pivotNames: Record<SalePivot, string> = {
  channel: 'Canal',
  store: 'Loja',
  payment: 'Pagamento',
  type: 'Tipo de pedido',
  district: 'Bairro',
  driver: 'Motoboy',
  coupon: 'Cupom',
}

/** The period split by one dimension; rows sum to the total. */
export function SalePivotTable({
  report,
  context,
}: {
  readonly report: SaleReport
  readonly context: ReportContext
}) {
  const { by, rows } = report.pivot
  const best = rows.toSorted((a, b) => b.current.cents - a.current.cents)[0]
  const compared = compares(report)
  return (
    <Section
      title={`Dividido por ${pivotNames[by].toLowerCase()}`}
      line={best ? `${best.name}: ${moneyShort(best.current.cents)}` : 'Nenhuma venda no período.'}
      tools={
        <label>
          <select
            className={styles.select}
            aria-label="Dividir por"
            value={by}
            onChange={(event) =>
              context.change({ pivot: event.target.value === 'channel' ? undefined : event.target.value })
            }
          >
            {salePivots.map((pivot) => (
              <option key={pivot} value={pivot}>
                por {pivotNames[pivot].toLowerCase()}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {by === 'payment' ? (
        <Muted size={2}>
          O que foi pago por cada meio, com entrega, serviço e gorjeta; um pedido pago de dois modos conta nos
          dois.
        </Muted>
      ) : null}
      <DataTable
        key={by}
        caption={`Vendas por ${pivotNames[by].toLowerCase()}`}
        rows={rows}
        rowKey={(row) => row.key}
        sort={{ by: 'cents', down: true }}
        columns={columnsOf(report)}
        bar={(row) => ({ value: row.current.cents, compared: compared ? row.compared.cents : null })}
        empty="Nenhuma venda no período."
      />
    </Section>
  )
}

const ticketOf = ({ current, totals }: SalePivotRow): number | null =>
  totals ? averageTicketCents(totals) : current.orders > 0 ? Math.round(current.cents / current.orders) : null

const compares = ({ period: { comparison } }: SaleReport): boolean =>
  comparison.kind !== 'none' && !comparison.empty

function columnsOf(report: SaleReport): readonly Column<SalePivotRow>[] {
  const { by, rows } = report.pivot
  const sum = (of: (row: SalePivotRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const paid = by === 'payment'
  const hasMeasures = rows.some((row) => row.totals !== null)
  return [
    {
      key: 'name',
      label: pivotNames[by],
      sort: (row) => row.name,
      cell: ({ key, name }) => (by === 'channel' && isPlatform(key) ? <Channel platform={key} /> : name),
    },
    {
      key: 'orders',
      label: paid ? 'Pagamentos' : 'Pedidos',
      sort: (row) => row.current.orders,
      cell: (row) => count(row.current.orders),
      foot: count(sum((row) => row.current.orders)),
    },
    {
      key: 'cents',
      label: paid ? 'Recebido' : 'Líquido',
      phone: 'sum',
      meaning: paid ? undefined : <MetricDefinition name="net" />,
      sort: (row) => row.current.cents,
      cell: (row) => money(row.current.cents),
      foot: money(sum((row) => row.current.cents)),
    },
    {
      key: 'share',
      label: 'Participação',
      meaning: paid ? undefined : <MetricDefinition name="salesShare" />,
      sort: (row) => row.share,
      cell: (row) => (row.share === null ? '–' : percent(row.share)),
    },
    ...(compares(report)
      ? ([
          {
            key: 'compared',
            label: comparedName(report.period),
            sort: (row) => row.compared.cents,
            cell: (row) => money(row.compared.cents),
            foot: money(sum((row) => row.compared.cents)),
            wideOnly: true,
          },
          {
            key: 'change',
            label: 'Mudança',
            phone: 'change',
            sort: (row) => (row.compared.cents > 0 ? row.current.cents / row.compared.cents - 1 : null),
            cell: (row) => <Change name="net" now={row.current.cents} before={row.compared.cents} />,
            foot: (
              <Change
                name="net"
                now={sum((row) => row.current.cents)}
                before={sum((row) => row.compared.cents)}
              />
            ),
          },
        ] satisfies readonly Column<SalePivotRow>[])
      : []),
    ...(paid
      ? []
      : ([
          {
            key: 'ticket',
            label: hasMeasures ? 'Ticket médio' : 'Líquido por pedido',
            meaning: hasMeasures ? <MetricDefinition name="averageTicket" /> : undefined,
            sort: ticketOf,
            cell: (row) => centsOrNone(ticketOf(row)),
          },
        ] satisfies readonly Column<SalePivotRow>[])),
    ...(hasMeasures ? measureColumns : []),
  ]
}

const measureColumns: readonly Column<SalePivotRow>[] = [
  {
    key: 'cancellation',
    label: 'Cancelamento',
    meaning: <MetricDefinition name="cancellation" />,
    sort: ({ totals }) => (totals ? cancellationShare(totals) : null),
    cell: ({ totals }) => shareOrNone(totals ? cancellationShare(totals) : null),
  },
  {
    key: 'onTime',
    label: 'No prazo',
    meaning: <MetricDefinition name="onTime" />,
    sort: ({ totals }) => (totals ? onTimeShare(totals) : null),
    cell: ({ totals }) => shareOrNone(totals ? onTimeShare(totals) : null),
  },
]

const centsOrNone = (cents: number | null) => (cents === null ? '–' : money(cents))
const shareOrNone = (share: number | null) => (share === null ? '–' : percent(share))
