import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import type { BillingSearch } from '../period/report-search.rules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  billingStatuses,
  readOrderBilling,
  type BilledOrder,
  type BillingStatus,
  type OrderBilling,
} from '../../../contract/reports/order-billing.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { count, money, plural } from '../../words/format.ts'
import { DataTable } from '../../table/data-table.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './order-billing-page.module.css'
import { differenceLabels, partMetrics, partsOf, shortDay, statusLabels } from './order-billing.rules.ts'
import type { ReportQuery } from '../frame/report-frame.tsx'
import { Section } from '../frame/section.tsx'

interface BillingOrdersProps {
  readonly report: OrderBilling
  readonly search: BillingSearch
  readonly question: ReportQuery
  readonly onFilter: (filter: { readonly status?: BillingStatus | undefined }) => void
}

/** Order by order; each expands to its estimate beside the billed amounts. */
export function BillingOrders(props: BillingOrdersProps & { readonly id: string }) {
  const { id, report, search, question, onFilter } = props
  const { statuses } = report.totals
  return (
    <Section
      id={id}
      title="Pedidos"
      line={plural(report.totals.orders, 'pedido', 'pedidos')}
      tools={
        <>
          {search.difference ? (
            <Button icon="close" onClick={() => onFilter({})}>
              {differenceLabels[search.difference].name}
            </Button>
          ) : null}
          <SelectField
            label="Situação"
            value={search.status ?? ''}
            options={[
              ['', `Todas (${count(report.totals.orders)})`],
              ...billingStatuses.map(
                (status) => [status, `${statusLabels[status].words} (${count(statuses[status])})`] as const,
              ),
            ]}
            onChange={(event) =>
              onFilter({ status: billingStatuses.find((one) => one === event.target.value) })
            }
          />
        </>
      }
    >
      <Rows key={JSON.stringify([question, search])} {...props} />
    </Section>
  )
}

/** The first page came with the report; further ones belong to its filter. */
function Rows({ report, search, question }: BillingOrdersProps) {
  const client = useQueryClient()
  const [more, setMore] = useState<readonly OrderBilling[]>([])
  const { busyWith, run } = useAction<string>(async (after) => {
    const { status, difference } = search
    const query = {
      ...question,
      basis: report.basis,
      after,
      ...(status ? { status } : {}),
      ...(difference ? { difference } : {}),
    }
    const page = await client.fetchQuery(queryFor(readOrderBilling, { query }))
    setMore((before) => [...before, page])
  })
  const rows = [...report.orders, ...more.flatMap((page) => page.orders)]
  const next = (more.at(-1) ?? report).next
  const names = new Map(report.stores.map((store) => [store.storeId, store.name]))
  return (
    <>
      <DataTable
        caption="Pedidos"
        rows={rows}
        rowKey={(row) => `${row.storeId}-${row.externalId}-${row.expectedOn ?? ''}`}
        first={500}
        empty="Nenhum pedido com este filtro."
        open={(row) => <OrderParts order={row} />}
        openLabel={(row) => `Valores do pedido ${row.displayId ?? row.externalId}`}
        columns={[
          {
            key: 'order',
            label: 'Pedido',
            cell: (row) => (
              <Stack as="span" gap={2} start className={styles.order}>
                <b>
                  {row.displayId
                    ? codeName({ displayId: row.displayId, storeId: row.storeId })
                    : 'Não é nosso'}
                </b>
                <small>
                  {shortDay(row.saleDay)} · {names.get(row.storeId) ?? ''}
                  {row.cancelled ? ' · cancelado' : ''}
                </small>
              </Stack>
            ),
          },
          {
            key: 'status',
            phone: 'change',
            label: 'Situação',
            cell: (row) => (
              <Stack as="span" gap={2} start className={styles.order}>
                <Pill tone={statusLabels[row.status].tone}>{statusLabels[row.status].words}</Pill>
                {row.differences.map((one) => (
                  <small key={one.kind} className={styles.less}>
                    {differenceLabels[one.kind].name}: {money(one.cents)}
                  </small>
                ))}
              </Stack>
            ),
            words: true,
          },
          { key: 'gross', label: 'Bruto', cell: (row) => money(row.grossCents), wideOnly: true },
          {
            key: 'fees',
            label: 'Comissão e taxas',
            cell: (row) =>
              money(
                partsOf(row).commissionCents + partsOf(row).paymentFeeCents + partsOf(row).logisticsCents,
              ),
            wideOnly: true,
          },
          {
            key: 'collected',
            label: 'Pago direto',
            cell: (row) => money(row.cancelled ? 0 : row.collectedCents),
            wideOnly: true,
          },
          { key: 'net', label: 'Líquido', phone: 'sum', cell: (row) => money(partsOf(row).netCents) },
          {
            key: 'day',
            label: 'Repasse',
            cell: (row) =>
              row.paidOn
                ? `pago ${shortDay(row.paidOn)}`
                : row.expectedOn
                  ? `previsto ${shortDay(row.expectedOn)}`
                  : '–',
          },
        ]}
      />
      {next ? (
        <Button busy={busyWith !== null} onClick={() => run(next)}>
          Mostrar mais pedidos
        </Button>
      ) : null}
    </>
  )
}

function OrderParts({ order }: { readonly order: BilledOrder }) {
  const rows = [...partMetrics, ['netCents', 'payoutNet'] as const]
  return (
    <div className={styles.opened}>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">Parte</th>
            <th scope="col">Estimativa</th>
            <th scope="col">Extrato</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, metric]) => (
            <tr key={name}>
              <th scope="row">{metrics[metric].label}</th>
              <td>{money(order.estimate[name])}</td>
              <td>{order.billed ? money(order.billed[name]) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.notes}>
        {order.differences.map((one) => (
          <p key={one.kind}>
            <b>{differenceLabels[one.kind].name}.</b> {differenceLabels[one.kind].explanation}
          </p>
        ))}
        {order.orderId ? (
          <Link to="/menu/orders" search={{ pedido: order.orderId, loja: order.storeId }}>
            Abrir o pedido
          </Link>
        ) : (
          <Muted>
            Número {everyMarketplace('em', ledgerPlatforms)}: {order.externalId}
          </Muted>
        )}
      </div>
    </div>
  )
}
