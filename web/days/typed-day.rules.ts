const separated = /^(\d{1,2})(?:[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?)?$/
/** A phone's keyboard of digits has no slash. */
const together = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/

/**
 * A day as people type it: `20/11/2026`, `20/11/26`, `20112026`, `20-11`, `20`. What is left out is taken from
 * the latest such day until `max`. Null: no day of the calendar.
 */
export const typedDay = (text: string, max: string): string | null =>
  nearest(text, max, -1, (day) => day <= max)

/** The same for a day to come: what is left out is taken from the first such day from `min` on. */
export const comingDay = (text: string, min: string): string | null =>
  nearest(text, min, 1, (day) => day >= min)

/** `20/11/2026`. */
export const writtenDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

function nearest(
  text: string,
  start: string,
  direction: 1 | -1,
  fits: (day: string) => boolean,
): string | null {
  const [, day, month, year] = separated.exec(text.trim()) ?? together.exec(text.trim()) ?? []
  if (day === undefined) return null
  const [startYear = 0, startMonth = 1] = start.split('-').map(Number)
  if (year !== undefined)
    return real(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day))
  const candidates =
    month === undefined
      ? [0, 1, 2].map((away) => real(...monthAway(startYear, startMonth, away * direction), Number(day)))
      : [0, 1].map((away) => real(startYear + away * direction, Number(month), Number(day)))
  return candidates.find((one) => one !== null && fits(one)) ?? null
}

function monthAway(year: number, month: number, away: number): [year: number, month: number] {
  const months = year * 12 + month - 1 + away
  return [Math.floor(months / 12), (months % 12) + 1]
}

function real(year: number, month: number, day: number): string | null {
  const two = (value: number) => String(value).padStart(2, '0')
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const date = new Date(`${text}T12:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text
}
