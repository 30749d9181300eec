import type { Closing } from './closing/read-closings.ts'
import type { StoreDay } from './compared-days.rules.ts'
import type { StoreRange } from './plan-period.rules.ts'
import { allHours, piecesOf, type PeriodPieces, type Piece } from './sale/period-pieces.rules.ts'

/** The whole day, of tables that need no closing. */
export const dayPiece = ({ storeId, merchants, back, day }: StoreDay): Piece => ({
  storeId,
  merchants,
  shift: back,
  from: day,
  to: day,
})

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

/**
 * What a usual day of a store sells before the cut, of what it sells as a whole; divided by how many
 * of its usual days had orders. The hour that is cut counts by its minutes: the orders of four days
 * are not worth the reading.
 */
export function usualWeights(
  days: readonly StoreDay[],
  usual: readonly { storeId: string; days: number; orders: readonly number[] }[],
): ReadonlyMap<string, number> {
  const cutOf = new Map(days.filter((day) => day.usual).map((day) => [day.storeId, day]))
  const weights = new Map<string, number>()
  for (const [storeId, rows] of Map.groupBy(usual, (row) => row.storeId)) {
    const cut = cutOf.get(storeId)
    if (!cut) continue
    let sum = 0
    let before = 0
    for (const { orders } of rows) {
      for (const [hour, sold] of orders.entries()) {
        sum += sold
        before += sold * shareOf(cut, hour)
      }
    }
    const count = rows.reduce((all, row) => all + row.days, 0)
    weights.set(storeId, sum > 0 && count > 0 ? before / sum / count : 0)
  }
  return weights
}

function shareOf(day: StoreDay, hour: number): number {
  if ((day.wholeHours >> hour) & 1) return 1
  if (((day.cutHours >> hour) & 1) === 0 || day.cut === null) return 0
  return Number(day.cut.slice(-2)) / 60
}
