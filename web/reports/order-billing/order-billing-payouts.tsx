import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { Pill } from '../../ui/pill.tsx'
import { count, dayRange, money, plural } from '../../words/format.ts'
import { DataTable } from '../../table/data-table.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './order-billing-page.module.css'
import {
  anticipationCost,
  partMetrics,
  paymentDayText,
  payoutLabels,
  shortDay,
} from './order-billing.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

type Payout = OrderBilling['payouts'][number]

/** The payout weeks of the period, and future ones outside it. */
export function BillingPayouts({ report }: { readonly report: OrderBilling }) {
  const names = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const shown = new Set(report.payouts.map(weekKey))
  const others = report.upcoming.filter((week) => !shown.has(weekKey(week)))
  return (
    <>
      <Weeks
        title="Semanas de repasse"
        rows={report.payouts}
        names={names}
        empty={
          report.basis === 'sale'
            ? 'Nenhuma semana com vendas do marketplace neste período.'
            : 'Nada foi pago nem está previsto para este período.'
        }
      />
      {others.length > 0 ? (
        <Weeks title="Semanas fora do período" rows={others} names={names} empty="" />
      ) : null}
      {report.otherLines.length > 0 ? <OtherLines report={report} names={names} /> : null}
    </>
  )
}

const weekKey = (week: Payout): string => `${week.storeId}-${week.id}`

interface WeeksProps {
  readonly title: string
  readonly rows: readonly Payout[]
  readonly names: ReadonlyMap<string, string>
  readonly empty: string
}

function Weeks({ title, rows, names, empty }: WeeksProps) {
  const net = rows.reduce((sum, row) => sum + row.parts.netCents, 0)
  const cost = anticipationCost(rows)
  return (
    <Section
      title={title}
      line={rows.length > 0 ? plural(rows.length, 'repasse', 'repasses') : empty}
      tools={cost === null ? null : <span>Antecipar custou {money(cost)}</span>}
    >
      <DataTable
        caption={title}
        rows={rows}
        rowKey={weekKey}
        empty={empty}
        first={8}
        open={(row) => <WeekParts row={row} />}
        openLabel={(row) =>
          `Detalhes de ${dayRange(row.periodFrom, row.periodTo)}, ${names.get(row.storeId) ?? ''}`
        }
        columns={[
          {
            key: 'week',
            label: 'Vendas de',
            sort: (row) => row.periodFrom,
            cell: (row) => dayRange(row.periodFrom, row.periodTo),
          },
          {
            key: 'store',
            label: 'Loja',
            words: true,
            sort: (row) => names.get(row.storeId) ?? '',
            cell: (row) => names.get(row.storeId) ?? '',
          },
          {
            key: 'status',
            phone: 'change',
            label: 'Situação',
            sort: (row) => row.status,
            cell: (row) => <Pill tone={payoutLabels[row.status].tone}>{payoutLabels[row.status].words}</Pill>,
          },
          {
            key: 'day',
            label: 'Pagamento',
            sort: (row) => row.paidOn ?? row.expectedOn,
            cell: paymentDayText,
          },
          {
            key: 'orders',
            label: 'Pedidos',
            sort: (row) => row.orders,
            cell: (row) => count(row.orders),
            wideOnly: true,
          },
          {
            key: 'net',
            label: 'Valor da semana',
            phone: 'sum',
            meaning: <MetricDefinition name="payoutNet" />,
            sort: (row) => row.parts.netCents,
            cell: (row) => money(row.parts.netCents),
            foot: money(net),
          },
          {
            key: 'transfer',
            label: 'Transferido',
            sort: (row) => row.transferCents,
            cell: (row) => (row.transferCents === null ? '–' : money(row.transferCents)),
          },
        ]}
      />
    </Section>
  )
}

function WeekParts({ row }: { readonly row: Payout }) {
  const gap = row.transferCents === null ? 0 : row.transferCents - row.parts.netCents
  return (
    <dl className={styles.parts}>
      {partMetrics.map(([name, metric]) => (
        <div key={name}>
          <Muted as="dt" size={2}>
            {metrics[metric].label}
          </Muted>
          <dd>{money(row.parts[name])}</dd>
        </div>
      ))}
      <div>
        <Muted as="dt" size={2}>
          Lançamentos sem pedido
        </Muted>
        <dd>{money(row.otherCents)}</dd>
      </div>
      {row.anticipations.map((one, index) => (
        <div key={index}>
          <Muted as="dt" size={2}>
            {anticipationWords[one.status]}
            {one.paidOn ? ` ${shortDay(one.paidOn)}` : ''}
          </Muted>
          <dd>
            {money(one.cents)}
            {one.status === 'failed' ? '' : `, custou ${money(one.feeCents)}`}
          </dd>
        </div>
      ))}
      {row.status === 'divergent' ? (
        <div>
          <Muted as="dt" size={2}>
            Diferença para o banco
          </Muted>
          <dd className={styles.less}>{money(gap)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

const anticipationWords: Readonly<Record<Payout['anticipations'][number]['status'], string>> = {
  paid: 'Antecipado em',
  waiting: 'Antecipação prevista para',
  failed: 'Antecipação que falhou',
}

const lineNames: Readonly<Record<string, string>> = {
  subscription: 'Mensalidade',
  anticipation: 'Taxa de antecipação',
  adjustment: 'Ajuste',
  refund: 'Reembolso',
}

function OtherLines({
  report,
  names,
}: {
  readonly report: OrderBilling
  readonly names: ReadonlyMap<string, string>
}) {
  return (
    <Section
      title="Lançamentos sem pedido"
      line={plural(report.otherLines.length, 'lançamento', 'lançamentos')}
    >
      <DataTable
        caption="Lançamentos sem pedido"
        rows={report.otherLines.map((row, index) => ({ ...row, key: String(index) }))}
        rowKey={(row) => row.key}
        first={6}
        columns={[
          {
            key: 'what',
            label: 'Lançamento',
            cell: (row) => row.description ?? lookup(lineNames, row.kind) ?? 'Lançamento que não conhecemos',
          },
          { key: 'store', label: 'Loja', words: true, cell: (row) => names.get(row.storeId) ?? '' },
          {
            key: 'day',
            label: report.basis === 'sale' ? 'Semana de' : 'Pagamento',
            sort: (row) => row.day,
            cell: (row) => shortDay(row.day),
          },
          {
            key: 'cents',
            label: 'Valor',
            phone: 'sum',
            sort: (row) => row.cents,
            cell: (row) => money(row.cents),
          },
        ]}
      />
    </Section>
  )
}
