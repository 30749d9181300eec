import { weekdays } from '../../../contract/stores/stores.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'
import type { MerchantHours, WeekShift } from '../merchant.ts'

/** The week of a merchant (docs/marketplaces/ifood.md section 2): a PUT replaces it whole. */
export function ifoodHours(call: IfoodCaller): MerchantHours {
  return {
    read: async (merchantId, signal) => {
      const answer = await call('GET', pathOf(merchantId), { signal, retry: !signal })
      rejectFailure(answer, 'opening hours')
      const { shifts } = (answer.body ?? {}) as { shifts?: unknown }
      return (Array.isArray(shifts) ? (shifts as Partial<Shift>[]) : []).flatMap(shiftOf)
    },
    write: async (merchantId, week) => {
      const shifts = week.map(({ weekday, start, minutes }) => ({
        dayOfWeek: weekday,
        start: `${start}:00`,
        duration: minutes,
      }))
      rejectFailure(await call('PUT', pathOf(merchantId), { json: { shifts } }), 'opening hours')
    },
  }
}

interface Shift {
  readonly dayOfWeek: string
  readonly start: string
  /** Minutes. */
  readonly duration: number
}

const maxMinutes = 1_440

function shiftOf({ dayOfWeek, start, duration }: Partial<Shift>): readonly WeekShift[] {
  const weekday = weekdays.find((one) => one === dayOfWeek)
  const time = typeof start === 'string' ? /^(?:[01]\d|2[0-3]):[0-5]\d/.exec(start)?.[0] : undefined
  if (!weekday || !time || typeof duration !== 'number' || !(duration > 0)) return []
  return [{ weekday, start: time, minutes: Math.min(Math.round(duration), maxMinutes) }]
}

const pathOf = (merchantId: string): string =>
  `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/opening-hours`
