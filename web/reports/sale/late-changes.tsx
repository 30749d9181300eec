import { changeLabels } from '../../../contract/reports/change-labels.ts'
import { changeRowsLimit, type SaleReport } from '../../../contract/reports/sale.ts'
import { DataTable } from '../../table/data-table.tsx'
import { count, dayBrief, money, moneyShort, plural } from '../../words/format.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Muted } from '../../kit/text.tsx'
import { Section } from '../frame/section.tsx'

/** Why a closed day no longer shows what it showed when it was closed. */
export function LateChanges({ report }: { readonly report: SaleReport }) {
  const { kinds, rows } = report.changes
  if (rows.length === 0) return null
  const all = kinds.reduce((sum, kind) => sum + kind.count, 0)
  const ofSales = kinds.reduce((sum, { kind, cents }) => (kind === 'statement' ? sum : sum + cents), 0)
  return (
    <Section
      title="O que mudou depois do fechamento"
      line={`${plural(all, 'mudança', 'mudanças')}, ${moneyShort(ofSales)} na venda`}
    >
      <Muted size={2}>
        {kinds
          .map(
            ({ kind, count: times, cents }) =>
              `${plural(times, changeLabels[kind].one.toLowerCase(), changeLabels[kind].many)}: ${money(cents)}.`,
          )
          .join(' ')}{' '}
        O período acima já conta tudo isto. Um acerto no extrato muda o repasse, não a venda.
        {all > changeRowsLimit ? ` A lista mostra as ${count(changeRowsLimit)} mais novas.` : ''}
      </Muted>
      <DataTable
        caption="O que mudou depois do fechamento"
        rows={rows.map((row, place) => ({ ...row, place }))}
        rowKey={(row) => String(row.place)}
        first={8}
        columns={[
          {
            key: 'changedOn',
            label: 'Mudou em',
            sort: (row) => row.changedOn,
            cell: (row) => dayBrief(row.changedOn, true),
          },
          {
            key: 'kind',
            label: 'O que mudou',
            words: true,
            sort: (row) => changeLabels[row.kind].one,
            cell: (row) => changeLabels[row.kind].one,
          },
          {
            key: 'order',
            label: 'Pedido',
            words: true,
            sort: (row) => row.storeName,
            cell: (row) =>
              `${row.displayId ? codeName({ displayId: row.displayId, storeId: row.storeId }) : 'Sem pedido'} · ${row.storeName}`,
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
            label: 'Efeito',
            phone: 'sum',
            sort: (row) => row.cents,
            cell: (row) => money(row.cents),
          },
        ]}
      />
    </Section>
  )
}
