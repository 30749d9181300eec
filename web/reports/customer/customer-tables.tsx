import { brazilianDay } from '../../../contract/shared/day.ts'
import { segmentLabels, type CustomerReport } from '../../../contract/reports/customer.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { count, money, moneyShort, monthName, percent, plural } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './customer-page.module.css'
import { DataTable } from '../../table/data-table.tsx'
import blocks from '../frame/blocks.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** The period's orders by kind of customer, and the growth of the base. */
export function CustomerKinds({ report }: { readonly report: CustomerReport }) {
  const { orders } = report
  // Skip the months before the first customer.
  const growth = report.growth.slice(
    Math.max(
      0,
      report.growth.findIndex((row) => row.base > 0),
    ),
  )
  const all = orders.new + orders.returning + orders.frequent + orders.unidentified
  return (
    <div className={blocks.two}>
      <Section
        title="Pedidos do período"
        line={
          all > 0 ? `${percent((orders.returning + orders.frequent) / all, 0)} de quem já era cliente` : null
        }
      >
        <ShareBar
          parts={[
            {
              key: 'new',
              name: metrics.newOrders.label,
              value: orders.new,
              detail: 'o 1º do cliente na loja, contando os cancelados',
            },
            {
              key: 'returning',
              name: metrics.returningOrders.label,
              value: orders.returning,
              detail: '2º ao 4º pedido',
            },
            {
              key: 'frequent',
              name: metrics.frequentOrders.label,
              value: orders.frequent,
              detail: '5º pedido ou mais',
            },
            {
              key: 'unidentified',
              name: metrics.unidentifiedOrders.label,
              value: orders.unidentified,
              detail: 'marketplaces e balcão sem telefone',
            },
          ]}
          format={count}
          empty="Nenhum pedido no período."
        />
        {orders.unidentified > 0 ? (
          <Muted size={2} className={styles.note}>
            {plural(orders.unidentified, 'pedido não é identificável', 'pedidos não são identificáveis')} (
            {percent(orders.unidentified / all, 0)}): o canal esconde o telefone. O resto desta página não os{' '}
            <span className={styles.kept}>
              conta. <MetricDefinition name="unidentifiedOrders" />
            </span>
          </Muted>
        ) : null}
      </Section>
      <Section
        title="Clientes novos por mês"
        meaning={<MetricDefinition name="newCustomers" />}
        line={growth.length > 0 ? `${count(growth.at(-1)?.newCustomers ?? 0)} no último mês` : null}
      >
        {growth.length === 0 ? (
          <Muted size={2} className={styles.note}>
            Ainda não há mês para mostrar.
          </Muted>
        ) : (
          <>
            <ColumnChart
              label="Clientes novos por mês"
              points={growth.map((row) => ({
                label: monthName(row.month, 'short'),
                title: `${monthName(row.month, 'short')}${row.partial ? ', em curso' : ''}`,
                partial: row.partial,
              }))}
              series={[{ name: 'clientes novos', values: growth.map((row) => row.newCustomers) }]}
              format={count}
              height={210}
              peak={count}
            />
            <Muted size={2} className={styles.note}>
              A base foi de {count(growth[0]?.base ?? 0)} a {count(growth.at(-1)?.base ?? 0)} clientes; no
              último mês {count(growth.at(-1)?.activeCustomers ?? 0)} pediram.
            </Muted>
          </>
        )}
      </Section>
    </div>
  )
}

export function TopCustomers({ report }: { readonly report: CustomerReport }) {
  return (
    <div className={blocks.wide}>
      <Section
        title="Quem mais gastou"
        meaning={<MetricDefinition name="customerValue" />}
        line={report.top[0] ? `${report.top[0].name}: ${moneyShort(report.top[0].cents)}` : null}
      >
        <DataTable
          caption="Clientes que mais gastaram"
          rows={report.top}
          rowKey={(row) => row.customerId}
          first={10}
          sort={{ by: 'cents', down: true }}
          empty="Nenhum cliente identificado ainda."
          columns={[
            {
              key: 'name',
              label: 'Cliente',
              sort: (row) => row.name,
              cell: (row) => (
                <span className={styles.person}>
                  {row.name}
                  <small>
                    ••••-{row.phoneEnd} · {row.storeName}
                  </small>
                </span>
              ),
            },
            { key: 'orders', label: 'Pedidos', sort: (row) => row.orders, cell: (row) => count(row.orders) },
            {
              key: 'cents',
              label: 'Gasto',
              phone: 'sum',
              sort: (row) => row.cents,
              cell: (row) => money(row.cents),
            },
            {
              key: 'last',
              label: 'Último',
              sort: (row) => row.lastDay,
              cell: (row) => brazilianDay(row.lastDay),
            },
            {
              key: 'segment',
              label: 'Grupo',
              words: true,
              wideOnly: true,
              sort: (row) => segmentLabels[row.segment].name,
              cell: (row) => segmentLabels[row.segment].name,
            },
          ]}
        />
      </Section>
      <Section
        title="Por bairro da última entrega"
        line={
          report.districts[0]
            ? `${report.districts[0].name === '' ? 'Sem bairro' : report.districts[0].name}: ${plural(report.districts[0].customers, 'cliente', 'clientes')}`
            : null
        }
      >
        <BarList
          rows={report.districts.map((row) => ({
            key: row.name,
            name: row.name === '' ? 'Sem bairro (retirada e salão)' : row.name,
            value: row.customers,
            share: report.base.customers > 0 ? row.customers / report.base.customers : null,
            detail: plural(row.orders, 'pedido', 'pedidos'),
            aside: money(row.cents),
          }))}
          format={count}
          empty="Nenhum cliente identificado ainda."
        />
      </Section>
    </div>
  )
}
