import type { ProductReport, ProductRow } from '../../../contract/reports/product.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Pill } from '../../ui/pill.tsx'
import { money, percent, plural, upTo } from '../../words/format.ts'
import { DataTable, type Column } from '../../table/data-table.tsx'
import { ProductDaysPanel, type DaysQuestion } from './product-days-panel.tsx'
import styles from './product-page.module.css'
import { quantityText } from './product.rules.ts'
import { Change, MetricDefinition } from '../frame/report-parts.tsx'

/** A thumb scrolls past ten; the rest come with one tap. */
const firstOnPhone = 10

/** One page of products in the requested order; a row expands to its days. */
export function ProductTable({
  report,
  question,
}: {
  readonly report: ProductReport
  readonly question: DaysQuestion
}) {
  const phone = useIsPhone()
  return (
    <DataTable
      caption="Produtos"
      columns={columnsOf(report)}
      rows={report.rows}
      rowKey={(row) => row.key}
      open={(row) => <ProductDaysPanel row={row} question={question} />}
      bar={(row) => ({
        value: row.figures.cents,
        compared: report.period.comparison.empty ? null : row.compared.cents,
      })}
      openLabel={(row) => `Abrir ${row.name} por dia`}
      first={phone ? firstOnPhone : 1_000}
      empty="Nenhum produto com este filtro."
    />
  )
}

function columnsOf(report: ProductReport): readonly Column<ProductRow>[] {
  const { totals, compared, period, found, products } = report
  const empty = period.comparison.empty
  const complete = found === products && report.rows.length === found
  const foot = (words: string) => (complete ? { foot: words } : {})
  return [
    { key: 'name', label: 'Produto', cell: (row) => <Name row={row} /> },
    {
      key: 'quantity',
      label: metrics.itemQuantity.label,
      cell: (row) => quantityText(row.figures.quantityMilli),
      meaning: <MetricDefinition name="itemQuantity" />,
      ...foot(quantityText(totals.quantityMilli)),
    },
    {
      key: 'revenue',
      phone: 'sum',
      label: metrics.itemRevenue.label,
      cell: (row) => money(row.figures.cents),
      meaning: <MetricDefinition name="itemRevenue" />,
      ...foot(money(totals.cents)),
    },
    {
      key: 'change',
      label: 'Mudança',
      phone: 'change',
      cell: (row) => (
        <Change name="itemRevenue" now={row.figures.cents} before={empty ? null : row.compared.cents} />
      ),
      ...(complete && !empty
        ? { foot: <Change name="itemRevenue" now={totals.cents} before={compared.cents} /> }
        : {}),
    },
    {
      key: 'share',
      label: metrics.itemShare.label,
      cell: (row) => share(row.figures.cents, totals.cents),
      meaning: <MetricDefinition name="itemShare" />,
      wideOnly: true,
    },
    {
      key: 'attach',
      label: metrics.attachRate.label,
      cell: (row) => share(row.figures.optionQuantityMilli, row.figures.quantityMilli),
      meaning: <MetricDefinition name="attachRate" />,
      wideOnly: true,
    },
    {
      key: 'discount',
      label: 'Desconto',
      cell: (row) => (row.figures.discountCents > 0 ? money(row.figures.discountCents) : '–'),
      meaning: <MetricDefinition name="itemDiscount" />,
      wideOnly: true,
      ...foot(money(totals.discountCents)),
    },
    {
      key: 'cancelled',
      label: 'Cancelados',
      cell: (row) => <CancellationCell row={row} />,
      meaning: <MetricDefinition name="itemCancellation" />,
    },
    {
      key: 'lost',
      label: 'Perdido na pausa',
      cell: (row) => <LostSales row={row} />,
      meaning: <MetricDefinition name="lostSales" />,
      wideOnly: true,
    },
  ]
}

const share = (part: number, complete: number): string => (complete > 0 ? percent(part / complete) : '–')

function Name({ row }: { readonly row: ProductRow }) {
  return (
    <span className={styles.name}>
      <b>
        {row.rank}. {row.name}
      </b>
      <small>
        <span className={styles.class} data-class={row.class} title={`Classe ${row.class} da curva ABC`}>
          {row.class}
        </span>
        {row.category ?? <Pill tone="warn">Sem categoria</Pill>}
        {row.priceChanges > 0 ? (
          <Pill icon="refresh">{plural(row.priceChanges, 'mudança de preço', 'mudanças de preço')}</Pill>
        ) : null}
      </small>
    </span>
  )
}

function CancellationCell({ row }: { readonly row: ProductRow }) {
  const { orders, cancelledOrders, cancelledCents } = row.figures
  if (cancelledOrders === 0) return '–'
  return (
    <span className={styles.two}>
      {percent(cancelledOrders / (orders + cancelledOrders))} <small>{money(cancelledCents)}</small>
    </span>
  )
}

function LostSales({ row }: { readonly row: ProductRow }) {
  if (row.pausedHours === null) return '–'
  const days = row.pausedHours / 24
  return (
    <span className={styles.two}>
      {row.lostCents ? `≈ ${money(row.lostCents)}` : '–'}{' '}
      <small>
        {days >= 2 ? `${upTo(days, 1)} dias em pausa` : `${upTo(row.pausedHours, 0)}\u00a0h em pausa`}
      </small>
    </span>
  )
}
