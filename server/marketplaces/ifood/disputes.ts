import { rejectFailure, type IfoodCaller } from './http.ts'
import type { DisputeAnswer, MarketplaceDisputes } from '../marketplace.ts'

/** The dispute API (docs/marketplaces/ifood.md section 5); outcomes arrive as events. */
export function ifoodDisputes(call: IfoodCaller): MarketplaceDisputes {
  return {
    answer: async (disputeId, answer) => {
      const path = `/order/v1.0/disputes/${encodeURIComponent(disputeId)}`
      rejectFailure(await call('POST', `${path}/${pathOf(answer)}`, { json: bodyOf(answer) }), 'dispute')
    },
  }
}

const pathOf = (answer: DisputeAnswer) =>
  answer.answer === 'alternative' ? `alternatives/${encodeURIComponent(answer.alternativeId)}` : answer.answer

function bodyOf(answer: DisputeAnswer): object {
  if (answer.answer !== 'alternative') return answer.reason ? { reason: answer.reason } : {}
  return {
    type: answer.type,
    metadata:
      answer.cents === undefined
        ? { additionalTimeInMinutes: answer.minutes, additionalTimeReason: 'HIGH_STORE_DEMAND' }
        : { amount: { value: amountText(answer.cents, answer.mostText), currency: 'BRL' } },
  }
}

/** In the unit of the offer's maximum: centavos as an integer, as iFood's samples show, or decimal reais. */
const amountText = (cents: number, like: string | undefined): string =>
  like?.includes('.') ? (cents / 100).toFixed(2) : String(cents)
