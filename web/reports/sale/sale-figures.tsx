import { metrics, netCents, salesFigures, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import type { SaleReport } from '../../../contract/reports/sale.ts'
import { dayRange, plural } from '../../words/format.ts'
import { Bridge } from '../daily/bridge.tsx'
import { Figures } from '../frame/figures.tsx'
import { comparedUntil } from '../period/period-labels.ts'
import { Against, MetricDefinition } from '../frame/report-parts.tsx'
import { BigMoney, TillRoll } from '../frame/till-roll.tsx'

/** What the period brought in, and what of it is left. */
export function SaleRoll({ report: { totals, compared, period } }: { readonly report: SaleReport }) {
  const before = compares(period) ? netCents(compared) : null
  return (
    <TillRoll
      head={[
        dayRange(period.from, period.to),
        plural(validOrders(totals), 'pedido válido', 'pedidos válidos'),
      ]}
      label={metrics.net.label}
      meaning={<MetricDefinition name="net" />}
      figure={<BigMoney name="net" cents={netCents(totals)} closed={!period.running} />}
      tell={
        before === null || before <= 0 ? (
          'Sem vendas para comparar.'
        ) : (
          <Against name="net" now={netCents(totals)} before={before} text={comparedUntil(period)} />
        )
      }
    >
      <Bridge totals={totals} />
    </TillRoll>
  )
}

export function SaleFigures({ report: { totals, compared, period } }: { readonly report: SaleReport }) {
  return (
    <Figures
      figures={salesFigures.map(({ name, of }) => ({
        name,
        now: of(totals),
        before: compares(period) ? of(compared) : null,
      }))}
    />
  )
}

const compares = ({ comparison }: SaleReport['period']): boolean =>
  !comparison.empty && comparison.kind !== 'none'
