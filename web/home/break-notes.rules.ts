import { minuteMs } from '../../contract/shared/durations.ts'
import type { StoreNow } from '../stores/street.rules.ts'
import { clockTime } from '../words/format.ts'

/** As on the devices: how long before its end a break is announced. */
const noticeMs = 5 * minuteMs

export interface BreakNote {
  /** The same while the same break ends at the same time. */
  readonly key: string
  readonly text: string
}

/** Breaks of whole stores that end within five minutes. Without the store's zone nothing can be said. */
export function breakNotes(
  stores: readonly Pick<StoreNow, 'storeId' | 'name' | 'status'>[],
  timezoneOf: (storeId: string) => string | undefined,
  now: Date,
): readonly BreakNote[] {
  return stores.flatMap(({ storeId, name, status }) => {
    const until = status.reasons.find(({ code }) => code === 'store-paused')?.until
    const timezone = timezoneOf(storeId)
    if (!until || !timezone) return []
    const left = Date.parse(until) - now.getTime()
    if (left <= 0 || left > noticeMs) return []
    return [
      {
        key: `${storeId} ${until}`,
        text: `${name} volta a vender às ${clockTime(until, timezone)}: a pausa está no fim.`,
      },
    ]
  })
}
