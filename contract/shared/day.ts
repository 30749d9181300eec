import * as z from 'zod/mini'

export const defaultTimezone = 'America/Sao_Paulo'
/** The default start of the business day (docs/product/stores.md). */
export const defaultDayStart = '04:00'

/** `YYYY-MM-DD`. */
export const dayText = z.iso.date('Informe uma data válida.')
const years = ['2000', '2100'] as const
const inYears = (text: string): boolean => text.slice(0, 4) >= years[0] && text.slice(0, 4) <= years[1]
/** A day that a call accepts. Outside these years PostgreSQL or calendar arithmetic ends. */
export const givenDay = dayText.check(z.refine(inYears, 'Informe uma data entre 2000 e 2100.'))
/** RFC 3339 in UTC, as in `2026-11-20T21:02:11.400Z`. */
export const instant = z.iso.datetime({ offset: true, message: 'Informe data e hora válidas.' })

/** An instant that a call accepts. */
export const givenInstant = instant.check(z.refine(inYears, 'Informe uma data entre 2000 e 2100.'))

/** The most frequent zone of the selected stores; the first store wins a tie (docs/product/stores.md). */
export function timezoneOfSelection(zones: readonly string[]): string {
  let best = defaultTimezone
  let bestCount = 0
  const counts = new Map<string, number>()
  for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  for (const [zone, count] of counts) {
    if (count > bestCount) {
      best = zone
      bestCount = count
    }
  }
  return best
}

/**
 * The local date of (instant − day start) in the zone: an order at 01:30 belongs to the previous evening
 * (docs/product/reports.md).
 */
export function businessDayOf(at: Date, timezone: string, dayStart: string): string {
  const local = localParts(at, timezone)
  const [startHour = 0, startMinute = 0] = dayStart.split(':').map(Number)
  const before = local.hour * 60 + local.minute < startHour * 60 + startMinute
  return before ? addDays(local.day, -1) : local.day
}

export interface LocalParts {
  readonly day: string
  readonly hour: number
  readonly minute: number
}

export function localParts(at: Date, timezone: string): LocalParts {
  const key = `${timezone} ${Math.floor(at.getTime() / 60_000)}`
  const known = keptParts.get(key)
  if (known) return known
  const parts = partsOf(at, timezone)
  if (keptParts.size >= maxKeptParts) keptParts.clear()
  keptParts.set(key, parts)
  return parts
}

/** A hundred stores ask for the same few minutes in a few zones, and formatting is slow. */
const keptParts = new Map<string, LocalParts>()
const maxKeptParts = 1_000

function partsOf(at: Date, timezone: string): LocalParts {
  const parts = new Map(
    formatterFor(timezone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '0'
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
  }
}

/** `20/11/2026`. */
export const brazilianDay = (day: string): string => day.split('-').toReversed().join('/')

/** Calendar arithmetic on `YYYY-MM-DD`, independent of zones. */
export function addDays(day: string, days: number): string {
  const inMonth = Number(day.slice(8)) + days
  // Fast path for days that every month has; a report of a year adds days tens of thousands of times.
  if (inMonth >= 1 && inMonth <= 28) return `${day.slice(0, 8)}${inMonth < 10 ? '0' : ''}${inMonth}`
  const date = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, inMonth))
  return date.toISOString().slice(0, 10)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timezone, made)
  return made
}
