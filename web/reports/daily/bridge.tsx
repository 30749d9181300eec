import {
  collectedCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  receivableCents,
  type MetricName,
} from '../../../contract/reports/metrics.ts'
import type { Measures } from '../../../contract/reports/measures.ts'
import { Card } from '../../ui/card.tsx'
import { money } from '../../words/format.ts'
import styles from '../frame/blocks.module.css'
import { Waterfall, type WaterfallStep } from '../../charts/waterfall.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'

/** From gross sales to the amount received, each step named and defined. */
export function Bridge({ totals }: { readonly totals: Measures }) {
  const step = (name: MetricName, value: number, kind: WaterfallStep['kind'] = 'add'): WaterfallStep => ({
    key: name,
    name: (
      <>
        {metrics[name].label}
        <MetricDefinition name={name} />
      </>
    ),
    value,
    kind,
  })
  return (
    <Card className={styles.bridge ?? ''}>
      <h2>Do bruto ao recebível</h2>
      <Waterfall
        format={money}
        steps={[
          step('gross', totals.grossCents, 'sum'),
          step('storeDiscount', -totals.storeDiscountCents),
          step('refunds', -totals.refundCents),
          step('net', netCents(totals), 'sum'),
          step('deliveryFee', totals.deliveryFeeCents),
          step('serviceFee', totals.serviceFeeCents),
          step('tip', totals.tipCents),
          ...(totals.refundedFeesCents > 0 ? [step('refundedFees', -totals.refundedFeesCents)] : []),
          step('collected', collectedCents(totals), 'sum'),
          step('marketplaceFees', -marketplaceFeesCents(totals)),
          step('receivable', receivableCents(totals), 'sum'),
          ...(totals.marketplaceDiscountCents > 0
            ? [step('marketplaceDiscount', totals.marketplaceDiscountCents, 'aside')]
            : []),
        ]}
      />
    </Card>
  )
}
