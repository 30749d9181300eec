import type { Merchant } from '../records.ts'
import type { World } from '../world.ts'
import { dayInBrasilia, ledgerOf, payDayOf, round, shifted } from './ledger.ts'

interface Week {
  readonly id?: string
  readonly startDateCalculation: string
  readonly endDateCalculation: string
  readonly expectedPaymentDate?: string
  readonly closingItems: readonly {
    readonly paidOn: string
    readonly amount: number
    readonly item: object
  }[]
}

/** A payout that is paid before its day would have been paid three weeks later. */
const anticipatedDays = 21

/** A week is computed once it is over and paid on its payment day. */
export function weeksOf(world: World, merchant: Merchant): readonly Week[] {
  return sumsOf(world, merchant).map(({ begin, end, amount, today }) => {
    const paymentDate = shifted(payDayOf(end), planOf(world, merchant) ? anticipatedDays : 0)
    const status = today >= paymentDate ? 'SUCCEED' : 'CREATED'
    return {
      id: `${merchant.id}-${begin}`,
      startDateCalculation: begin,
      endDateCalculation: end,
      expectedPaymentDate: paymentDate,
      closingItems: [
        {
          paidOn: paymentDate,
          amount,
          item: { type: 'PAYOUT', product: 'IFOOD', amount, status, paymentDate },
        },
      ],
    }
  })
}

/** Weeks of a merchant with a plan, paid on the Wednesday after them. */
export function anticipationsOf(world: World, merchant: Merchant): readonly Week[] {
  const plan = planOf(world, merchant)
  if (!plan) return []
  return sumsOf(world, merchant).map(({ begin, end, amount, today }) => {
    const paidOn = payDayOf(end)
    const fee = round((amount * plan.feePercentage) / 100)
    return {
      startDateCalculation: begin,
      endDateCalculation: end,
      closingItems: [
        {
          paidOn,
          amount: round(amount - fee),
          item: {
            type: 'REPASSE_ANTECIPADO_SEMANAL',
            originalPaymentAmount: amount,
            feePercentage: plan.feePercentage,
            feeAmount: fee,
            anticipatedPaymentAmount: round(amount - fee),
            status: today >= paidOn ? 'SUCCEED' : 'PENDING',
            originalPaymentDate: shifted(paidOn, anticipatedDays),
            anticipatedPaymentDate: paidOn,
          },
        },
      ],
    }
  })
}

const planOf = (world: World, merchant: Merchant) =>
  world.books.anticipations?.find(({ merchantId }) => merchantId === merchant.id)

function sumsOf(world: World, merchant: Merchant) {
  const today = dayInBrasilia(world.now())
  const byWeek = Map.groupBy(ledgerOf(world, merchant), (event) => event.period.beginDate)
  return [...byWeek].flatMap(([begin, lines]) => {
    const end = lines[0]?.period.endDate ?? begin
    if (end >= today) return []
    const amount = round(
      lines.filter((line) => line.hasTransferImpact).reduce((sum, line) => sum + line.amount.value, 0),
    )
    return [{ begin, end, amount, today }]
  })
}
