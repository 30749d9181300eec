/** The local day of an instant in this IANA zone: `YYYY-MM-DD`. */
export const dayIn = (iso: string, timezone: string): string => localDay(new Date(iso), timezone)

/** The day prefix of a time that is not today in this IANA zone: `amanhã `, `24/11 `. */
export function nearDay(iso: string, now: Date, timezone: string): string {
  const day = dayIn(iso, timezone)
  const days = Math.round((Date.parse(day) - Date.parse(localDay(now, timezone))) / 86_400_000)
  if (days === 0) return ''
  if (days === 1) return 'amanhã '
  return `${day.slice(8)}/${day.slice(5, 7)} `
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localDay(at: Date, timezone: string): string {
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: timezone })
  formats.set(timezone, format)
  return format.format(at)
}
