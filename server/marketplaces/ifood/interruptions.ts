import { rejectFailure, type IfoodCaller } from './http.ts'
import type { KnownPause, MerchantPause, MerchantPauses } from '../merchant.ts'

/** The store's own closures (docs/marketplaces/ifood.md section 2): store-local times without an offset, seven days at most. */
export function ifoodPauses(call: IfoodCaller): MerchantPauses {
  return {
    maxDays: 7,
    pause: async (merchantId, { words, start, end, timezone }) => {
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
    resume: async (merchantId, pauseId) => {
      const answer = await call('DELETE', `${pathOf(merchantId)}/${encodeURIComponent(pauseId)}`)
      // It ended, or a person removed it: the store is open either way.
      if (answer.status !== 404) rejectFailure(answer, 'end of an interruption')
    },
    read: async (merchantId, timezone, signal) => {
      const answer = await call('GET', pathOf(merchantId), { signal, retry: !signal })
      rejectFailure(answer, 'interruptions')
      const listed = Array.isArray(answer.body) ? (answer.body as Partial<Listed>[]) : []
      return listed.flatMap((one): readonly KnownPause[] => {
        const [start, end] = [instantFrom(one.start, timezone), instantFrom(one.end, timezone)]
        if (!one.id || !start || !end) return []
        return [{ id: String(one.id), words: String(one.description ?? ''), start, end }]
      })
    },
  }
}

interface Listed {
  readonly id: string
  readonly description: string
  readonly start: string
  readonly end: string
}

/** iFood's times are the store's, without an offset. */
function instantFrom(text: unknown, timezone: string): Date | null {
  if (typeof text !== 'string') return null
  const wished = Date.parse(`${text.slice(0, 19)}Z`)
  if (Number.isNaN(wished)) return null
  const shown = (at: number) => Date.parse(`${localText(new Date(at), timezone)}Z`)
  return new Date(wished - (shown(wished) - wished))
}

const pathOf = (merchantId: string): string =>
  `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/interruptions`

const sameSecond = (a: string | undefined, b: string): boolean => a?.slice(0, 19) === b.slice(0, 19)

const localText = (at: MerchantPause['start'], timezone: string): string =>
  at.toLocaleString('sv-SE', { timeZone: timezone }).replace(' ', 'T')
