import type { Order } from '../../../../contract/orders/orders.ts'
import { minuteMs } from '../../../../contract/shared/durations.ts'
import { clockTime, localClock } from '../../../words/format.ts'
import { nearDay } from '../../../words/near-day.ts'

/** From here on a scheduled order is about to enter the kitchen. */
const soonMs = 15 * minuteMs

export interface AgendaTimes {
  /** `começa 20:20, para 20:50`; of another zone `começa 19:20, para 19:50 (Manaus)`. */
  readonly text: string
  /** Its preparation starts within a quarter of an hour. */
  readonly soon: boolean
}

/** When the preparation of a scheduled order starts and for when the customer ordered it, in its store's zone. */
export function agendaTimes(
  { preparationStartAt, schedule, promisedAt }: Order,
  now: Date,
  timezone: string,
): AgendaTimes {
  const wanted = schedule?.start ?? promisedAt
  const day = (iso: string) => nearDay(iso, now, timezone)
  const start = preparationStartAt === null ? null : { at: preparationStartAt, day: day(preparationStartAt) }
  const parts: string[] = []
  // A zone and a day that both share are written once.
  if (start) {
    const clock = wanted ? clockTime(start.at, timezone) : localClock(start.at, timezone)
    parts.push(`começa ${start.day}${clock}`)
  }
  if (wanted) {
    const wantedDay = day(wanted)
    parts.push(`para ${wantedDay === start?.day ? '' : wantedDay}${localClock(wanted, timezone)}`)
  }
  return {
    text: parts.join(', '),
    soon: start !== null && Date.parse(start.at) - now.getTime() <= soonMs,
  }
}
