import {
  collectedCents,
  customerFeesCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  otherServiceCents,
  ownMarketplaceDiscountCents,
  receivableCents,
  type MetricName,
} from '../../../contract/reports/metrics/metrics.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import { money } from '../../words/format.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { ReceiptLines, type ReceiptLine } from '../frame/till-roll.tsx'

/** From gross sales to the amount received, printed line by line, each with its definition. */
export function Bridge({ totals }: { readonly totals: Measures }) {
  const line = (name: MetricName, cents: number, kind?: ReceiptLine['kind']): ReceiptLine => ({
    key: name,
    name: (
      <>
        {metrics[name].label}
        <MetricDefinition name={name} />
      </>
    ),
    sum: money(cents),
    ...(kind ? { kind } : {}),
  })
  /** A line that takes or adds nothing is left out. */
  const some = (name: MetricName, cents: number) => (cents === 0 ? [] : [line(name, cents)])
  const aside = (name: MetricName, cents: number) => (cents > 0 ? [line(name, cents, 'aside')] : [])
  return (
    <ReceiptLines
      lines={[
        line('gross', totals.grossCents, 'sum'),
        ...some('storeDiscount', -totals.storeDiscountCents),
        ...some('refunds', -totals.refundCents),
        line('net', netCents(totals), 'sum'),
        ...some('deliveryFee', totals.deliveryFeeCents),
        ...some('serviceFee', otherServiceCents(totals)),
        ...some('staffService', totals.staffServiceCents),
        ...some('tip', totals.tipCents),
        ...some('refundedFees', -totals.refundedFeesCents),
        line('collected', collectedCents(totals), 'sum'),
        ...some('customerFees', -customerFeesCents(totals)),
        ...some('marketplaceFees', -marketplaceFeesCents(totals)),
        line('receivable', receivableCents(totals), 'total'),
        ...aside('marketplaceDiscount', ownMarketplaceDiscountCents(totals)),
        ...aside('chainDiscount', totals.chainDiscountCents),
      ]}
    />
  )
}
