import { refundBy, refundCause } from '../../../contract/reports/refund-labels.ts'
import { refundRowsLimit, type SaleReport } from '../../../contract/reports/sale.ts'
import { DataTable } from '../../table/data-table.tsx'
import { Pill } from '../../ui/pill.tsx'
import { count, dayBrief, money, moneyShort, plural } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { codeName } from '../../stores/store-facts.ts'

/** The period's refunds, and later ones of its orders. */
export function SaleRefunds({ report }: { readonly report: SaleReport }) {
  const { rows, made, after } = report.refunds
  if (rows.length === 0) return null
  const shown = rows.reduce((sum, row) => sum + row.cents + row.feesCents, 0)
  return (
    <Section
      title="Estornos por data"
      meaning={<MetricDefinition name="refunds" />}
      line={`${plural(made.count, 'estorno', 'estornos')} no período, ${moneyShort(made.cents)}`}
    >
      <Muted size={2}>
        {made.count > 0
          ? `${plural(made.count, 'estorno feito', 'estornos feitos')} no período: ${money(made.cents)}. `
          : 'Nenhum estorno feito no período. '}
        {after.count > 0
          ? `Depois do período, ${plural(after.count, 'estorno', 'estornos')} de pedidos dele: ${money(after.cents)}. `
          : ''}
        {made.count + after.count > refundRowsLimit
          ? `A lista mostra os ${count(refundRowsLimit)} mais novos.`
          : ''}
      </Muted>
      <DataTable
        caption="Estornos por data"
        rows={rows}
        rowKey={(row) => `${row.orderId} ${row.source} ${row.refundedOn} ${String(row.cents)} ${row.reason}`}
        first={8}
        columns={[
          {
            key: 'refundedOn',
            label: 'Estornado em',
            sort: (row) => row.refundedOn,
            cell: (row) => (
              <>
                {dayBrief(row.refundedOn, true)}{' '}
                {row.afterPeriod ? (
                  <Pill tone="warn">conta depois</Pill>
                ) : row.dayHadEnded ? (
                  <Pill>de outro dia</Pill>
                ) : null}
              </>
            ),
          },
          {
            key: 'order',
            label: 'Pedido',
            words: true,
            sort: (row) => row.storeName,
            cell: (row) => `${codeName(row)} · ${row.storeName}`,
          },
          {
            key: 'soldOn',
            label: 'Vendido em',
            words: true,
            sort: (row) => row.soldOn,
            cell: (row) => dayBrief(row.soldOn, true),
          },
          {
            key: 'cents',
            label: 'Valor',
            phone: 'sum',
            sort: (row) => row.cents + row.feesCents,
            cell: (row) => money(row.cents + row.feesCents),
            foot: money(shown),
          },
          {
            key: 'source',
            label: 'Origem',
            words: true,
            sort: refundCause,
            cell: refundCause,
          },
          { key: 'reason', label: 'Motivo', words: true, cell: (row) => row.reason },
          { key: 'by', label: 'Por', words: true, cell: refundBy, wideOnly: true },
        ]}
      />
    </Section>
  )
}
