import type { CustomerReport } from '../../../contract/reports/customer.ts'
import { count, money } from '../../words/format.ts'
import { FigureCards } from '../frame/figure-cards.tsx'
import { comparedName } from '../frame/period-labels.ts'

/** Size of the customer base, new customers, returning ones and their order frequency. */
export function CustomerBase({ report }: { readonly report: CustomerReport }) {
  const { base, period } = report
  const compares = !period.comparison.empty && period.comparison.kind !== 'none'
  return (
    <FigureCards
      compared={comparedName(period)}
      cards={[
        {
          name: 'customerBase',
          now: base.customers,
          before: null,
          more: (
            <span>
              {count(base.orders)} pedidos, {money(base.cents)}
            </span>
          ),
        },
        {
          name: 'newCustomers',
          now: base.newInPeriod,
          before: compares ? base.newCompared : null,
          // The base knows the day of a first order, not its hour.
          ...(period.hours ? { more: <span>em todas as horas desses dias</span> } : {}),
        },
        {
          name: 'repeatingCustomers',
          now: base.customers > 0 ? base.repeating / base.customers : null,
          before: null,
          more: (
            <span>
              {count(base.repeating)} de {count(base.customers)}
            </span>
          ),
        },
        {
          name: 'daysBetweenOrders',
          now: base.daysBetweenOrders,
          before: null,
          more: (
            <span>
              {base.daysBetweenOrders === null
                ? 'ninguém pediu duas vezes ainda'
                : 'em média, de um pedido ao seguinte'}
            </span>
          ),
        },
      ]}
    />
  )
}
