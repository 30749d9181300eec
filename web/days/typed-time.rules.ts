const minutesOfDay = 1_440

/** `18`, `930`, `1830`, `18h30` and `8:05` as `HH:MM`; null: no time of the day. */
export function typedTime(text: string): string | null {
  const parts = /^\s*(\d{1,2})\s*(?:[:hH.]?\s*(\d{2}))?\s*[hH]?\s*$/.exec(text)
  if (!parts) return null
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  return hour < 24 && minute < 60 ? written(hour * 60 + minute) : null
}

/** Nobody who typed this goes on typing: `1830`, `18:30`. */
export const isWholeTime = (text: string): boolean => /^(\d{4}|\d{2}[:hH.]\d{2})$/.test(text.trim())

/** A whole day and time, `YYYY-MM-DDTHH:MM`. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)

/** The next quarter of an hour, or with `step` 60 hour, before or after; past midnight it begins again. */
export function timeBeside(time: string, direction: 1 | -1, step = 15): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const steps = direction > 0 ? Math.floor(minutes / step) + 1 : Math.ceil(minutes / step) - 1
  const next = step === 60 ? minutes + direction * 60 : steps * step
  return written((next + minutesOfDay) % minutesOfDay)
}

const written = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
