import type { PastBooks } from '../records.ts'
import { dayInBrasilia, payDayOf, weekOf } from './ledger.ts'

export const testMerchantId = 'homologation'

/** A sale of the day before, and its lines. What iFood's own test figures are is not published. */
export function testBooks(now: number): PastBooks {
  const at = now - 86_400_000
  const createdAt = new Date(at).toISOString()
  const period = weekOf(at)
  const id = `${testMerchantId}-${dayInBrasilia(at)}`
  const line = (name: string, description: string, value: number) => ({
    ...{ merchantId: testMerchantId, name, description, product: 'IFOOD' as const },
    trigger: 'SALE_CONCLUDED',
    competence: period.beginDate.slice(0, 7),
    period,
    reference: { type: 'ORDER', id, date: createdAt },
    hasTransferImpact: true,
    amount: { value, currency: 'BRL' as const },
    settlement: { expectedDate: payDayOf(period.endDate) },
  })
  return {
    sales: [
      {
        ...{ id, displayId: '0001', orderType: 'DELIVERY', createdAt, status: 'CONCLUDED' },
        ...{ bag: 50, deliveryFee: 8, serviceFee: 0.99 },
      },
    ],
    lines: [line('SALE', 'Venda', 58.99), line('ORDER_COMMISSION', 'Comissão do iFood', -6)],
  }
}
