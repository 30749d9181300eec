import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import { money, moneyShort, plural } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** Money that never passes through the marketplace: own channel, paid on delivery, couriers' cash. */
export function BillingCollected({ report }: { readonly report: OrderBilling }) {
  const total = report.collected.reduce((sum, row) => sum + row.cents, 0)
  return (
    <Section
      title="Recebido pela loja"
      meaning={<MetricDefinition name="collectedByStore" />}
      line={money(total)}
      tools={<span>{money(total)}</span>}
    >
      <BarList
        rows={report.collected.map((row) => ({
          key: `${row.platform}/${row.method}/${String(row.prepaid)}`,
          name: `${paymentName(row.method, row.prepaid)}${isMarketplace(row.platform) ? `, na entrega de pedido ${withChannel('de', row.platform)}` : ''}`,
          value: row.cents,
          share: total > 0 ? row.cents / total : null,
          detail: plural(row.orders, 'pagamento', 'pagamentos'),
        }))}
        format={money}
        empty="A loja não recebeu nada diretamente neste período."
      />
    </Section>
  )
}

/** By the day of the orders, regardless of when the cash was handed in. */
export function Couriers({ report }: { readonly report: OrderBilling }) {
  const names = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const due = report.couriers.reduce((sum, row) => sum + row.cashCents - row.settledCents, 0)
  if (report.couriers.length === 0) return null
  return (
    <Section title="Dinheiro com os entregadores" line={`Falta acertar ${moneyShort(due)}`}>
      <DataTable
        caption="Dinheiro com os entregadores"
        rows={report.couriers}
        rowKey={(row) => `${row.storeId}-${row.name}`}
        sort={{ by: 'due', down: true }}
        first={6}
        columns={[
          { key: 'name', label: 'Entregador', sort: (row) => row.name, cell: (row) => row.name },
          {
            key: 'store',
            label: 'Loja',
            words: true,
            wideOnly: true,
            cell: (row) => names.get(row.storeId) ?? '',
          },
          {
            key: 'cash',
            label: 'Recebeu',
            sort: (row) => row.cashCents,
            cell: (row) => money(row.cashCents),
          },
          {
            key: 'settled',
            label: 'Acertou',
            sort: (row) => row.settledCents,
            cell: (row) => money(row.settledCents),
          },
          {
            key: 'due',
            phone: 'sum',
            label: 'Falta',
            sort: (row) => row.cashCents - row.settledCents,
            cell: (row) => money(row.cashCents - row.settledCents),
          },
        ]}
      />
    </Section>
  )
}
