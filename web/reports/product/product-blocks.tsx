import { brazilianDay } from '../../../contract/shared/day.ts'
import { metrics, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import type { ProductReport } from '../../../contract/reports/product.ts'
import { Pill } from '../../ui/pill.tsx'
import { dayRange, money, moneyShort, plural } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { Figures } from '../frame/figures.tsx'
import { comparedUntil } from '../period/period-labels.ts'
import { Section } from '../frame/section.tsx'
import { BigMoney, ReceiptLines, TillRoll, type ReceiptLine } from '../frame/till-roll.tsx'
import { productSentence } from './product.rules.ts'
import styles from './product-page.module.css'
import { Against, MetricDefinition } from '../frame/report-parts.tsx'

/** What the menu brought in, the ABC curve and the categories. */
export function ProductTop({ report, category, onCategory }: ProductTopProps) {
  const { totals, compared, period, products } = report
  const before = comparedOf(report)
  return (
    <div className={blocks.top}>
      <TillRoll
        head={[dayRange(period.from, period.to), plural(products, 'produto vendido', 'produtos vendidos')]}
        label={metrics.itemRevenue.label}
        meaning={<MetricDefinition name="itemRevenue" />}
        figure={<BigMoney name="itemRevenue" cents={totals.cents} closed={!period.running} />}
        tell={
          <>
            {before && compared.cents > 0 ? (
              <>
                <Against
                  name="itemRevenue"
                  now={totals.cents}
                  before={before.cents}
                  text={comparedUntil(period)}
                />{' '}
              </>
            ) : null}
            {productSentence(report)}
          </>
        }
      >
        <ReceiptLines lines={linesOf(report)} />
      </TillRoll>
      <div className={blocks.beside}>
        <div className={blocks.two}>
          <Classes report={report} />
          <Categories report={report} category={category} onCategory={onCategory} />
        </div>
        <ProductFigures report={report} />
      </div>
    </div>
  )
}

interface ProductTopProps {
  readonly report: ProductReport
  readonly category: string | undefined
  readonly onCategory: (category: string | undefined) => void
}

/** Parts of the revenue, and the revenue that was lost. */
function linesOf({ totals, lostCents }: ProductReport): readonly ReceiptLine[] {
  const line = (name: MetricName, cents: number): ReceiptLine => ({
    key: name,
    name: (
      <>
        {metrics[name].label}
        <MetricDefinition name={name} />
      </>
    ),
    sum: money(cents),
  })
  return [
    line('optionRevenue', totals.optionCents),
    line('itemDiscount', totals.discountCents),
    line('itemCancelledCents', totals.cancelledCents),
    ...(lostCents > 0 ? [line('lostSales', lostCents)] : []),
  ]
}

function Classes({ report }: { readonly report: ProductReport }) {
  return (
    <Section
      title={metrics.abcClass.label}
      meaning={<MetricDefinition name="abcClass" />}
      line={productSentence(report)}
    >
      <ShareBar
        parts={report.classes.map((row) => ({
          key: row.class,
          name: `Classe ${row.class}`,
          value: row.cents,
          detail: plural(row.products, 'produto', 'produtos'),
        }))}
        format={money}
      />
    </Section>
  )
}

function Categories({ report, category, onCategory }: ProductTopProps) {
  const [best] = report.categories.toSorted((a, b) => b.cents - a.cents)
  return (
    <Section
      title="Por categoria"
      line={best ? `${best.name ?? 'Sem categoria'}: ${moneyShort(best.cents)}` : null}
    >
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
    </Section>
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

const pieces = (milli: number): number => Math.round(milli / 1_000)

function ProductFigures({ report }: { readonly report: ProductReport }) {
  const { totals } = report
  const before = comparedOf(report)
  return (
    <Figures
      figures={[
        {
          name: 'itemQuantity',
          label: 'Unidades vendidas',
          now: pieces(totals.quantityMilli),
          before: before && pieces(before.quantityMilli),
        },
        {
          name: 'attachRate',
          now: totals.quantityMilli > 0 ? totals.optionQuantityMilli / totals.quantityMilli : null,
          before: null,
        },
      ]}
    />
  )
}

const comparedOf = ({ compared, period: { comparison } }: ProductReport): ProductReport['compared'] | null =>
  comparison.empty || comparison.kind === 'none' ? null : compared

export function DetailsNote({ through }: { readonly through: string | null }) {
  if (through === null) return null
  return (
    <Muted size={2} className={styles.note}>
      Complementos, descontos e cancelamentos contam até {brazilianDay(through)}: o dia que corre entra quando
      fechar.
    </Muted>
  )
}
