import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { Muted } from '../../kit/text.tsx'
import { money, moneyShort, plural } from '../../words/format.ts'
import { Section } from '../frame/section.tsx'
import styles from './daily-report-page.module.css'
import { paymentsSum } from './payments-sum.rules.ts'

export function Payments({ report }: { readonly report: DailyReport }) {
  const total = report.payments.reduce((sum, payment) => sum + payment.cents, 0)
  const [largest] = report.payments.toSorted((a, b) => b.cents - a.cents)
  const sum = paymentsSum(report)
  return (
    <Section
      title="Formas de pagamento"
      line={largest ? `${paymentName(largest.method, largest.prepaid)}: ${moneyShort(largest.cents)}` : null}
    >
      <BarList
        format={money}
        empty="Nada recebido ainda."
        rows={report.payments.map(({ method, prepaid, orders, cents }) => ({
          key: `${method}-${String(prepaid)}`,
          name: paymentName(method, prepaid),
          value: cents,
          share: total > 0 ? cents / total : null,
          detail: `${plural(orders, 'pagamento', 'pagamentos')}${prepaid ? '' : ' na entrega ou no balcão'}`,
        }))}
      />
      {sum ? (
        <Muted size={3} className={styles.sum}>
          {sum}
        </Muted>
      ) : null}
    </Section>
  )
}
