import {
  averageTicketCents,
  cancellationShare,
  collectedCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  onTimeShare,
  ratingMean,
  receivableCents,
  validOrders,
  type MetricName,
} from '../../contract/metrics.ts'
import type { DailyReport, Measures } from '../../contract/reports.ts'
import { Icon } from '../ui/icon.tsx'
import { Card, Definition, Pill } from '../ui/pieces.tsx'
import { count, decimal, money, percent, plural } from '../words/format.ts'
import styles from './daily-report-page.module.css'

type Figures = { readonly measures: Measures; readonly ratings: DailyReport['ratings'] }

const valueOf: Record<CardMetric, (figures: Figures) => number | null> = {
  net: ({ measures }) => netCents(measures),
  orders: ({ measures }) => validOrders(measures),
  averageTicket: ({ measures }) => averageTicketCents(measures),
  cancellation: ({ measures }) => cancellationShare(measures),
  onTime: ({ measures }) => onTimeShare(measures),
  rating: ({ ratings }) => ratingMean(ratings),
}
const cardMetrics = ['net', 'orders', 'averageTicket', 'cancellation', 'onTime', 'rating'] as const
type CardMetric = (typeof cardMetrics)[number]

/** The six figures of the day, each with its definition and its change. */
export function SixCards({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const now: Figures = { measures: report.totals, ratings: report.ratings }
  const before: Figures = { measures: report.compared, ratings: report.comparedRatings }
  return (
    <dl className={styles.cards}>
      {cardMetrics.map((name) => (
        <div key={name} className={styles.kpi}>
          <dt>
            {name === 'net' ? 'Líquido' : metrics[name].label}
            <Meaning name={name} />
          </dt>
          <dd className={styles.figure} data-metric={name}>
            {figure(name, valueOf[name](now))}
          </dd>
          <dd>
            <Change
              name={name}
              now={valueOf[name](now)}
              before={report.comparison.empty ? null : valueOf[name](before)}
            />
            <span>{report.comparison.empty ? 'sem dia para comparar' : `vs. ${compared}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Meaning({ name }: { readonly name: MetricName }) {
  return (
    <Definition label={metrics[name].label} text={metrics[name].definition} source={metrics[name].source} />
  )
}

export function figure(name: MetricName, value: number | null): string {
  if (value === null) return '–'
  switch (metrics[name].unit) {
    case 'cents':
      return money(value)
    case 'count':
      return count(value)
    case 'share':
      return percent(value)
    case 'score':
      return decimal(value, 1)
    case 'minutes':
      return `${count(value)} min`
  }
}

/** The arrow says which way, the colour whether that is good. */
export function Change({
  name,
  now,
  before,
}: {
  readonly name: MetricName
  readonly now: number | null
  readonly before: number | null
}) {
  if (now === null || before === null) return null
  const { unit, goodWhen } = metrics[name]
  const relative = unit === 'cents' || unit === 'count'
  if (relative && before === 0) return null
  const difference = relative ? now / before - 1 : now - before
  const words = relative
    ? percent(Math.abs(difference))
    : unit === 'share'
      ? `${decimal(Math.abs(difference) * 100, 1)} p.p.`
      : decimal(Math.abs(difference), 1)
  if (Math.abs(difference) < 0.0005) return <Pill icon="level">igual</Pill>
  const up = difference > 0
  const good = goodWhen === 'neither' ? null : (goodWhen === 'up') === up
  return (
    <Pill tone={good === null ? 'plain' : good ? 'ok' : 'bad'} icon={up ? 'up' : 'down'}>
      {up ? '+' : '−'}
      {words}
    </Pill>
  )
}

/** From what was sold to what comes in, each step named and defined. */
export function Bridge({ totals }: { readonly totals: Measures }) {
  const rows: readonly { name: MetricName; cents: number; look?: 'sum' | 'aside' }[] = [
    { name: 'gross', cents: totals.grossCents },
    { name: 'storeDiscount', cents: -totals.storeDiscountCents },
    { name: 'refunds', cents: -totals.refundCents },
    { name: 'net', cents: netCents(totals), look: 'sum' },
    { name: 'deliveryFee', cents: totals.deliveryFeeCents },
    { name: 'serviceFee', cents: totals.serviceFeeCents },
    { name: 'tip', cents: totals.tipCents },
    { name: 'collected', cents: collectedCents(totals), look: 'sum' },
    { name: 'marketplaceFees', cents: -marketplaceFeesCents(totals) },
    { name: 'receivable', cents: receivableCents(totals), look: 'sum' },
  ]
  return (
    <Card>
      <h2>Do bruto ao recebível</h2>
      <ul className={styles.bridge}>
        {rows.map(({ name, cents, look }) => (
          <li key={name} className={look ? styles[look] : ''} data-bridge={name}>
            <span>
              {metrics[name].label}
              <Meaning name={name} />
            </span>
            {cents < 0 ? `− ${money(-cents)}` : money(cents)}
          </li>
        ))}
        {totals.marketplaceDiscountCents > 0 ? (
          <li className={styles.aside} data-bridge="marketplaceDiscount">
            <span>
              Descontos pagos pelo marketplace <Meaning name="marketplaceDiscount" />
            </span>
            {money(totals.marketplaceDiscountCents)}
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

/** One row per store: its part, and where it usually stands. */
export function StoresStrip({
  report,
  compared,
}: {
  readonly report: DailyReport
  readonly compared: string
}) {
  const rows = report.stores.toSorted((a, b) => netCents(b.totals) - netCents(a.totals))
  const largest = Math.max(1, ...rows.flatMap((row) => [netCents(row.totals), netCents(row.compared)]))
  return (
    <Card>
      <div className={styles.head}>
        <h2>Por loja</h2>
        <span className={styles.small}>traço: {compared}</span>
      </div>
      <ul className={styles.stores}>
        {rows.map((row) => {
          const net = netCents(row.totals)
          const before = netCents(row.compared)
          const change = before > 0 ? net / before - 1 : null
          const ticket = averageTicketCents(row.totals)
          return (
            <li key={row.storeId} data-store={row.storeId}>
              <b>{row.name}</b>
              <b className={styles.right}>{money(net)}</b>
              <span className={styles.track} aria-hidden="true">
                <i style={{ width: `${(Math.max(0, net) / largest) * 100}%` }} />
                {before > 0 ? <u style={{ left: `${(before / largest) * 100}%` }} /> : null}
              </span>
              <span className={styles.small}>
                {plural(validOrders(row.totals), 'pedido', 'pedidos')}
                {ticket === null ? '' : ` · ticket ${money(ticket)}`}
              </span>
              <span
                className={`${styles.right} ${change === null ? '' : change >= 0 ? styles.good : styles.badly}`}
              >
                {change === null ? '' : `${change >= 0 ? '+' : '−'}${percent(Math.abs(change), 0)}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export function Items({ report }: { readonly report: DailyReport }) {
  return (
    <Card>
      <h2>Mais vendidos</h2>
      {report.bestItems.length === 0 ? <p className={styles.muted}>Nada vendido ainda.</p> : null}
      <ol className={styles.list}>
        {report.bestItems.slice(0, 6).map((item, index) => (
          <li key={item.name}>
            <span>{index + 1}</span>
            <span>{item.name}</span>
            <b>{quantity(item.quantityMilli)}</b>
            <small>
              {money(item.cents)}
              {item.usualQuantityMilli > 0 ? ` · costuma vender ${quantity(item.usualQuantityMilli)}` : ''}
            </small>
          </li>
        ))}
      </ol>
      {report.fallingItems.length > 0 ? (
        <>
          <h2 className={styles.subhead}>Em queda</h2>
          <ol className={`${styles.list} ${styles.plain}`}>
            {report.fallingItems.map((item) => (
              <li key={item.name}>
                <span>{item.name}</span>
                <b className={styles.badly}>{quantity(item.quantityMilli)}</b>
                <small>costuma vender {quantity(item.usualQuantityMilli)} em um dia igual</small>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </Card>
  )
}

const quantity = (milli: number): string => (Math.round(milli / 100) / 10).toLocaleString('pt-BR')

export function Problems({
  report,
  children,
}: {
  readonly report: DailyReport
  readonly children: (problem: DailyReport['problems'][number]) => React.ReactNode
}) {
  if (report.problems.length === 0) return null
  return (
    <ul className={styles.problems} aria-label="Precisa de atenção">
      {report.problems.map((problem, index) => (
        <li key={index} className={styles.problem}>
          <Icon name="alert" />
          <span>{problem.message}</span>
          {children(problem)}
        </li>
      ))}
    </ul>
  )
}
