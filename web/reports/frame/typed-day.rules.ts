const pattern = /^(\d{1,2})(?:[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?)?$/

/**
 * A day as people type it: `20/11/2026`, `20/11/26`, `20-11`, `20`. What is left out is taken from the latest
 * such day until `max`. Null: no day of the calendar.
 */
export function typedDay(text: string, max: string): string | null {
  const [, dayOfMonth, month, year] = pattern.exec(text.trim()) ?? []
  if (dayOfMonth === undefined) return null
  const iso = (y: number, m: number) =>
    `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const [maxYear = 0, maxMonth = 1] = max.split('-').map(Number)
  if (year !== undefined)
    return real(iso(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month)))
  if (month !== undefined) {
    const thisYear = iso(maxYear, Number(month))
    return real(thisYear <= max ? thisYear : iso(maxYear - 1, Number(month)))
  }
  const thisMonth = iso(maxYear, maxMonth)
  if (thisMonth <= max) return real(thisMonth)
  return real(maxMonth === 1 ? iso(maxYear - 1, 12) : iso(maxYear, maxMonth - 1))
}

/** `20/11/2026`. */
export const writtenDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

function real(day: string): string | null {
  const date = new Date(`${day}T12:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : day
}
