import { metrics, type MetricName } from '../../contract/metrics.ts'
import type { CustomerReport } from '../../contract/report-customer.ts'
import { count, decimal, money, percent } from '../words/format.ts'
import styles from './customer-page.module.css'
import { Change, Meaning } from './report-parts.tsx'

/** How large the base is, who is new in it, how many came back and how often. */
export function CustomerBase({ report }: { readonly report: CustomerReport }) {
  const { base, period } = report
  return (
    <dl className={styles.figures}>
      <Figure name="customerBase" value={count(base.customers)}>
        {count(base.orders)} pedidos · {money(base.cents)}
      </Figure>
      <Figure name="newCustomers" value={count(base.newInPeriod)}>
        <Change
          name="newCustomers"
          now={base.newInPeriod}
          before={period.comparison.empty ? null : base.newCompared}
        />
      </Figure>
      <Figure
        name="repeatingCustomers"
        value={base.customers > 0 ? percent(base.repeating / base.customers) : '–'}
      >
        {count(base.repeating)} de {count(base.customers)}
      </Figure>
      <Figure
        name="daysBetweenOrders"
        value={base.daysBetweenOrders === null ? '–' : decimal(base.daysBetweenOrders, 1)}
      >
        {base.daysBetweenOrders === null
          ? 'ninguém pediu duas vezes ainda'
          : 'em média, de um pedido ao seguinte'}
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
  readonly children: React.ReactNode
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
