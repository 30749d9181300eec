import type { Closing } from './closing/read-closings.ts'
import type { StoreDay } from './compared-days.rules.ts'
import type { StoreRange } from './plan-period.rules.ts'
import { allHours, piecesOf, type PeriodPieces } from './sale/period-pieces.rules.ts'

/** Days of a plan as ranges of one day each; `back` is their shift. */
export function dayPieces(
  days: readonly StoreDay[],
  closings: ReadonlyMap<string, Closing>,
  asCut: 'cut' | 'whole',
): PeriodPieces {
  const ranges = days.map((day) => rangeOf(day, asCut))
  return piecesOf(ranges, closings, { byMonth: false, hourBits: allHours })
}

function rangeOf(day: StoreDay, asCut: 'cut' | 'whole'): StoreRange {
  const cut = asCut === 'cut' && (day.wholeHours !== allHours || day.cutHours !== 0)
  return {
    storeId: day.storeId,
    timezone: day.timezone,
    merchants: day.merchants,
    shift: day.back,
    from: day.day,
    to: day.day,
    cutDay: cut ? day.day : null,
    wholeHours: day.wholeHours,
    cutHours: day.cutHours,
    cutFrom: day.cutFrom,
    cut: day.cut,
  }
}

/** A usual day of a store, and how much of each of its hours lies before the cut. */
export interface UsualDay {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly back: number
  readonly day: string
  readonly closed: boolean
  readonly whole: number
  readonly cut: number
  /** Of the hours that are cut, the share that lies before. */
  readonly part: number
}

export function usualDays(
  days: readonly StoreDay[],
  closings: ReadonlyMap<string, Closing>,
): readonly UsualDay[] {
  return days
    .filter((day) => day.usual)
    .map((day) => {
      const closing = closings.get(day.storeId)
      const through = closing?.through ?? null
      return {
        storeId: day.storeId,
        merchants: day.merchants,
        back: day.back,
        day: day.day,
        closed: through !== null && day.day <= through && closing?.stale.has(day.day) === false,
        whole: day.wholeHours,
        cut: day.cutHours,
        part: day.cut === null ? 0 : Number(day.cut.slice(-2)) / 60,
      }
    })
}
