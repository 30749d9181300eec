import { menuHours, menuWeekdays, type MenuHours } from '../../../../contract/menu/menu-fields.ts'
import { localParts } from '../../../../contract/shared/day.ts'
import { listOf, recordOf, type Loose } from './loose.ts'

/**
 * Open Delivery's availabilities by their id, in the store's zone: the standard says times in UTC, and some servers
 * write local ones without a Z. One that holds for a season, or cannot be read, is left out: nobody knows then when the
 * item is sold.
 */
export function hoursById(merchant: Loose, timezone: string, now: Date): ReadonlyMap<string, MenuHours[]> {
  const offset = offsetMinutes(timezone, now)
  const found = new Map<string, MenuHours[]>()
  for (const one of listOf(merchant.availabilities).map(recordOf)) {
    if (typeof one.startDate === 'string' || typeof one.endDate === 'string') continue
    const hours = listOf(one.hours)
      .map(recordOf)
      .map((each) => localHours(each, offset))
    const read = menuHours.safeParse(hours)
    if (read.success && hours.length > 0) found.set(String(one.id), read.data)
  }
  return found
}

/** Of an offer: its own hours, or those of its category. Undefined: not said. Null: not to be read. */
export function hoursOf(
  offer: Loose,
  category: Loose,
  known: ReadonlyMap<string, MenuHours[]>,
): readonly MenuHours[] | undefined | null {
  const own = listOf(offer.availabilityId)
  const ids = own.length > 0 ? own : listOf(category.availabilityId)
  const lists = ids.map((id) => known.get(String(id)))
  if (ids.length === 0) return undefined
  return lists.includes(undefined) ? null : lists.flatMap((hours) => hours ?? [])
}

/** Nothing is checked here: what does not fit fails at the schema. */
function localHours({ dayOfWeek, timePeriods }: Loose, offset: number): unknown {
  const period = recordOf(timePeriods)
  const [start, end] = [localTime(period.startTime, offset), localTime(period.endTime, offset)]
  if (!start || !end) return null
  const names: readonly unknown[] = menuWeekdays
  const days = listOf(dayOfWeek).map((day) => {
    const at = names.indexOf(day)
    return at < 0 ? null : menuWeekdays[(at + start.dayShift + 7) % 7]
  })
  return { dayOfWeek: days, timePeriods: { startTime: start.time, endTime: end.time } }
}

/** `dayShift`: −1 when it is still the day before in the store. */
function localTime(
  text: unknown,
  offset: number,
): { readonly time: string; readonly dayShift: number } | null {
  const parts = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z?)$/.exec(String(text))
  if (!parts) return null
  // An end of 23:59:59 means the whole minute.
  const minutes = Number(parts[1]) * 60 + Number(parts[2]) + (Number(parts[3] ?? 0) === 59 ? 1 : 0)
  const local = minutes + (parts[4] === 'Z' ? offset : 0)
  const inDay = ((local % 1_440) + 1_440) % 1_440
  const two = (value: number) => String(value).padStart(2, '0')
  return { time: `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`, dayShift: Math.floor(local / 1_440) }
}

/** How far the zone is ahead of UTC: −180 in São Paulo. */
function offsetMinutes(timezone: string, now: Date): number {
  const { day, hour, minute } = localParts(now, timezone)
  const local = Date.parse(`${day}T00:00:00Z`) / 60_000 + hour * 60 + minute
  return local - Math.floor(now.getTime() / 60_000)
}
