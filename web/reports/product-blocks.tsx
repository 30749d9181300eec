import { metrics, type MetricName } from '../../contract/metrics.ts'
import type { ProductReport } from '../../contract/report-product.ts'
import { Card, Pill } from '../ui/pieces.tsx'
import { money, percent, plural } from '../words/format.ts'
import { BarList } from './charts/bar-list.tsx'
import { ShareBar } from './charts/share-bar.tsx'
import { productSentence, quantityWords } from './product.rules.ts'
import styles from './product-page.module.css'
import { Change, Meaning } from './report-parts.tsx'

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
            {metrics.abcClass.label} <Meaning name="abcClass" />
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
            first={6}
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
      aria-label={`Ver só ${name}`}
      onClick={() => onChoose(!chosen)}
    >
      {chosen ? 'ver todas' : 'ver só esta'}
    </button>
  )
}

function Figures({ report }: { readonly report: ProductReport }) {
  const { totals, compared, period } = report
  const empty = period.comparison.empty
  return (
    <dl className={styles.figures}>
      <Figure name="itemRevenue" value={money(totals.cents)}>
        <Change name="itemRevenue" now={totals.cents} before={empty ? null : compared.cents} />
      </Figure>
      <Figure name="itemQuantity" value={quantityWords(totals.quantityMilli)}>
        <Change
          name="itemQuantity"
          now={totals.quantityMilli}
          before={empty ? null : compared.quantityMilli}
        />
      </Figure>
      <Figure
        name="attachRate"
        value={totals.quantityMilli > 0 ? percent(totals.optionQuantityMilli / totals.quantityMilli) : '–'}
      >
        <span>{money(totals.optionCents)} em complementos</span>
      </Figure>
      <Figure name="itemDiscount" value={money(totals.discountCents)}>
        <span>{totals.cents > 0 ? `${percent(totals.discountCents / totals.cents)} da receita` : ''}</span>
      </Figure>
      <Figure name="itemCancelledCents" value={money(totals.cancelledCents)} />
      <Figure name="lostSales" value={report.lostCents > 0 ? `≈ ${money(report.lostCents)}` : '–'}>
        <span>{report.lostCents > 0 ? 'por itens em pausa' : 'nenhuma pausa no período'}</span>
      </Figure>
    </dl>
  )
}

function Figure({
  name,
  value,
  children,
}: {
  readonly name: MetricName
  readonly value: string
  readonly children?: React.ReactNode
}) {
  return (
    <div>
      <dt>
        {metrics[name].label}
        <Meaning name={name} />
      </dt>
      <dd data-metric={name}>{value}</dd>
      <dd className={styles.aside}>{children}</dd>
    </div>
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
