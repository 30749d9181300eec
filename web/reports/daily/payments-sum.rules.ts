import { collectedCents } from '../../../contract/reports/metrics/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { money } from '../../words/format.ts'

/** How the forms of payment lead to the total collected of the page; null: they are it. */
export function paymentsSum({ payments, totals }: Pick<DailyReport, 'payments' | 'totals'>): string | null {
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
  const collected = collectedCents(totals)
  if (paid === collected) return null
  const discounts = totals.marketplaceDiscountCents
  const refunds = totals.refundCents + totals.refundedFeesCents
  const unknown = collected - paid - discounts + refunds
  const steps = [
    discounts > 0 ? `mais ${money(discounts)} de descontos pagos pelo marketplace` : null,
    refunds > 0 ? `menos ${money(refunds)} de estornos` : null,
    unknown === 0
      ? null
      : `${unknown > 0 ? 'mais' : 'menos'} ${money(Math.abs(unknown))} de pedidos que não dizem tudo do pagamento`,
  ].filter((step) => step !== null)
  return `Somam ${money(paid)}, ${new Intl.ListFormat('pt-BR').format(steps)}: total cobrado de ${money(collected)}.`
}
