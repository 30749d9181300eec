import { metrics } from '../../../contract/reports/metrics.ts'
import type { ProductReport } from '../../../contract/reports/product.ts'
import { Card } from '../../ui/card.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money, percent, plural } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import { FigureCards } from '../frame/figure-cards.tsx'
import { comparedName } from '../frame/period-labels.ts'
import { productSentence } from './product.rules.ts'
import styles from './product-page.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'

/** The sentence, the figures, the ABC curve and the categories. */
export function ProductBlocks({
  report,
  category,
  onCategory,
}: {
  readonly report: ProductReport
  readonly category: string | undefined
  readonly onCategory: (category: string | undefined) => void
}) {
  return (
    <>
      <p className={styles.say}>{productSentence(report)}</p>
      <Figures report={report} />
      <div className={styles.cols}>
        <Card>
          <h2>
            {metrics.abcClass.label} <MetricDefinition name="abcClass" />
          </h2>
          <ShareBar
            parts={report.classes.map((row) => ({
              key: row.class,
              name: `Classe ${row.class}`,
              value: row.cents,
              detail: plural(row.products, 'produto', 'produtos'),
            }))}
            format={money}
          />
        </Card>
        <Card>
          <h2>Por categoria</h2>
          <BarList
            rows={report.categories.map((row) => ({
              key: row.name ?? '-',
              name: row.name ?? <Pill tone="warn">Sem categoria</Pill>,
              value: row.cents,
              compared: report.period.comparison.empty ? null : row.compared.cents,
              share: report.totals.cents > 0 ? row.cents / report.totals.cents : null,
              detail: plural(row.products, 'produto', 'produtos'),
              aside: (
                <CategoryButton
                  chosen={category === (row.name ?? '-')}
                  name={row.name ?? 'sem categoria'}
                  onChoose={(chosen) => onCategory(chosen ? (row.name ?? '-') : undefined)}
                />
              ),
            }))}
            format={money}
            first={3}
          />
        </Card>
      </div>
    </>
  )
}

function CategoryButton({
  chosen,
  name,
  onChoose,
}: {
  readonly chosen: boolean
  readonly name: string
  readonly onChoose: (chosen: boolean) => void
}) {
  return (
    <button
      type="button"
      className={styles.only}
      aria-pressed={chosen}
      aria-label={`${chosen ? 'ver todas' : 'ver só esta'}: ${name}`}
      onClick={() => onChoose(!chosen)}
    >
      {chosen ? 'ver todas' : 'ver só esta'}
    </button>
  )
}

function Figures({ report }: { readonly report: ProductReport }) {
  const { totals, compared, period } = report
  const before = period.comparison.empty || period.comparison.kind === 'none' ? null : compared
  const pieces = (milli: number) => Math.round(milli / 1_000)
  return (
    <FigureCards
      compared={comparedName(period)}
      cards={[
        { name: 'itemRevenue', now: totals.cents, before: before && before.cents },
        {
          name: 'itemQuantity',
          now: pieces(totals.quantityMilli),
          before: before && pieces(before.quantityMilli),
        },
        {
          name: 'attachRate',
          now: totals.quantityMilli > 0 ? totals.optionQuantityMilli / totals.quantityMilli : null,
          before: null,
          more: <span>{money(totals.optionCents)} em complementos</span>,
        },
        {
          name: 'itemDiscount',
          now: totals.discountCents,
          before: null,
          more: (
            <span>
              {totals.cents > 0 ? `${percent(totals.discountCents / totals.cents)} da receita` : ''}
            </span>
          ),
        },
        {
          name: 'itemCancelledCents',
          now: totals.cancelledCents,
          before: null,
          more: <span>em pedidos cancelados</span>,
        },
        {
          name: 'lostSales',
          now: report.lostCents > 0 ? report.lostCents : null,
          before: null,
          more: <span>{report.lostCents > 0 ? 'por itens em pausa' : 'nenhuma pausa no período'}</span>,
        },
      ]}
    />
  )
}

export function DetailsNote({ through }: { readonly through: string | null }) {
  if (through === null) return null
  return (
    <p className={styles.note}>
      Complementos, descontos e cancelamentos contam até {through.split('-').toReversed().join('/')}: o dia
      que corre entra quando fechar.
    </p>
  )
}
