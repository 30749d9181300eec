import { rejectFailure, type IfoodCaller } from './http.ts'
import type { MerchantPause, MerchantPauses } from '../marketplace.ts'

/** The store's own closures (docs/marketplaces/ifood.md section 2): store-local times without an offset, seven days at most. */
export function interruptionCalls(call: IfoodCaller): MerchantPauses {
  return {
    pauseMerchant: async (merchantId, { words, start, end, timezone }) => {
      const path = pathOf(merchantId)
      const wanted = { description: words, start: localText(start, timezone), end: localText(end, timezone) }
      // An earlier try may have arrived though its answer did not.
      const there = await call('GET', path)
      rejectFailure(there, 'interruptions')
      const known = (Array.isArray(there.body) ? (there.body as Partial<Listed>[]) : []).find(
        (one) => one.description === words && sameSecond(one.end, wanted.end),
      )
      if (known?.id) return known.id
      const answer = await call('POST', path, { json: wanted })
      rejectFailure(answer, 'interruption')
      return String((answer.body as Partial<Listed> | null)?.id ?? '')
    },
    resumeMerchant: async (merchantId, pauseId) => {
      const answer = await call('DELETE', `${pathOf(merchantId)}/${encodeURIComponent(pauseId)}`)
      // It ended, or a person removed it: the store is open either way.
      if (answer.status !== 404) rejectFailure(answer, 'end of an interruption')
    },
  }
}

interface Listed {
  readonly id: string
  readonly description: string
  readonly end: string
}

const pathOf = (merchantId: string): string =>
  `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/interruptions`

const sameSecond = (a: string | undefined, b: string): boolean => a?.slice(0, 19) === b.slice(0, 19)

const localText = (at: MerchantPause['start'], timezone: string): string =>
  at.toLocaleString('sv-SE', { timeZone: timezone }).replace(' ', 'T')
