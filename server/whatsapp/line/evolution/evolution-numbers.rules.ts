import * as z from 'zod/mini'

const long = z.object({ low: z.int(), high: z.int() })

/** A number in any form that the server writes: plain, as text, or split into 32-bit halves. Null: none of these. */
export function numberOf(value: unknown): number | null {
  const halves = z.safeParse(long, value)
  if (halves.success) return halves.data.high * 2 ** 32 + (halves.data.low >>> 0)
  const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = isWritten ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** No message of WhatsApp is older than this many milliseconds; a smaller number counts seconds. */
const firstMs = 1_000_000_000_000

/** Seconds or milliseconds since 1970. Anything invalid or in the future becomes now. */
export function momentOf(value: unknown, now: Date): Date {
  const number = numberOf(value)
  if (number === null || number <= 0) return now
  const ms = number < firstMs ? number * 1_000 : number
  return ms <= now.getTime() ? new Date(ms) : now
}
