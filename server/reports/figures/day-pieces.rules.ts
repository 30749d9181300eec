import { addDays } from '../../../contract/shared/day.ts'
import type { Closing } from './closings.rules.ts'
import type { StoreDay } from './plan-day.rules.ts'
import type { StoreRange } from './plan-period.rules.ts'
import { type UpToHourPiece } from './pieces.rules.ts'
import { allHours } from './store-clock.rules.ts'
import { type Piece, type CutPiece, type PeriodPieces, piecesOf } from './pieces.rules.ts'

/** The whole day, for tables that need no closing. */
export const dayPiece = ({ storeId, merchants, back, day }: StoreDay): Piece => ({
  storeId,
  merchants,
  shift: back,
  from: day,
  to: day,
})

/** The part of a closed day before its cut: whole hours from their sums, the rest order by order. */
export interface DayBeforeCut {
  readonly hours: readonly UpToHourPiece[]
  readonly orders: readonly SignedCut[]
}

/** Orders to add or to subtract. */
type SignedCut = CutPiece & { readonly sign: 1 | -1 }

/**
 * For the hour of the cut, reads either the orders before the cut, or the whole hour minus the orders
 * after it: whichever are fewer.
 */
export function beforeCutOf(day: StoreDay): DayBeforeCut {
  const { storeId, merchants, back, timezone, cutHours, cut, cutFrom } = day
  const hours = (mask: number) => edgesOfHours(mask).map((edge) => ({ ...dayPiece(day), ...edge }))
  if (cut === null) return { hours: hours(day.wholeHours), orders: [] }
  const piece = { storeId, merchants, shift: back, timezone, day: day.day, hours: cutHours }
  const booked = (counted: number): readonly SignedCut[] =>
    counted === allHours ? [] : [{ ...piece, hours: allHours & ~counted, cutFrom: null, cut, sign: 1 }]
  if (cutHours === 0 || cutFrom === null)
    return { hours: hours(day.wholeHours), orders: booked(day.wholeHours) }
  const onHour = `${cut.slice(0, 13)}:00`
  if (cutFrom !== onHour || Number(cut.slice(-2)) <= 30) {
    const before: SignedCut = { ...piece, cutFrom, cut, sign: 1 }
    return { hours: hours(day.wholeHours), orders: [before, ...booked(day.wholeHours)] }
  }
  const after: SignedCut = { ...piece, cutFrom: cut, cut: hourAfter(onHour), sign: -1 }
  const counted = day.wholeHours | cutHours
  return { hours: hours(counted), orders: [after, ...booked(counted)] }
}

/** `YYYY-MM-DD HH:00`, one hour later on the wall clock. */
function hourAfter(hour: string): string {
  const next = Number(hour.slice(11, 13)) + 1
  return next === 24
    ? `${addDays(hour.slice(0, 10), 1)} 00:00`
    : `${hour.slice(0, 10)} ${String(next).padStart(2, '0')}:00`
}

/** Reads runs of hours from cumulative sums: the sum at the end of a run minus the sum before it. */
function edgesOfHours(hours: number): readonly { readonly hour: number; readonly sign: 1 | -1 }[] {
  const counts = (hour: number) => ((hours >> hour) & 1) === 1
  const edges: { hour: number; sign: 1 | -1 }[] = []
  for (let hour = 0; hour < 24; hour += 1) {
    if (!counts(hour)) continue
    if (hour > 0 && !counts(hour - 1)) edges.push({ hour: hour - 1, sign: -1 })
    if (hour === 23 || !counts(hour + 1)) edges.push({ hour, sign: 1 })
  }
  return edges
}

/** Days of a plan as ranges of one day each; `back` is their shift. */
export function dayPieces(
  days: readonly StoreDay[],
  closings: ReadonlyMap<string, Closing>,
  asCut: 'cut' | 'whole',
): PeriodPieces {
  const ranges = days.map((day) => rangeOf(day, asCut))
  return piecesOf(ranges, closings, allHours)
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
 * By store: the share of a usual day's sales before the cut, divided by the number of usual days with
 * orders. The hour of the cut counts by its minutes; reading the orders of four days would cost too much.
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
