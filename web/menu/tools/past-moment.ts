import { clockTime } from '../../words/format.ts'
import { nearDay } from '../../words/near-day.ts'

/** `hoje às 14:20`, by the store's clock. */
export const pastMoment = (iso: string, now: Date, timezone: string): string =>
  `${nearDay(iso, now, timezone).trim() || 'hoje'} às ${clockTime(iso, timezone)}`
