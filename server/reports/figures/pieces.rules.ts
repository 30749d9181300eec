import { allHours } from './store-clock.rules.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { Closing } from './closings.rules.ts'
import type { StoreRange } from './plan-period.rules.ts'
import { monthOf, nextMonth } from '../../../contract/reports/period.ts'

/** A run of days of one store, all read from the same tables. */
export interface Piece {
  readonly storeId: string
  /** Null: every channel. */
  readonly merchants: readonly string[] | null
  /** Days before the period; 0 is the period. */
  readonly shift: number
  readonly from: string
  readonly to: string
  /** A factor for the piece's rows. */
  readonly weight?: number
}

export interface LivePiece extends Piece {
  /** Bit n: local hour n counts. */
  readonly hours: number
}

/** Hours of a compared day that count only before a minute: their orders are read one by one. */
export interface CutPiece {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly shift: number
  readonly timezone: string
  readonly day: string
  readonly hours: number
  /** Null: the scheduled orders of these hours, whenever they were made before `cut`. Else they are left out. */
  readonly cutFrom: string | null
  readonly cut: string
}

/** The sum of a closed day's hours up to and including `hour`, all channels; subtracted with `sign` -1. */
export interface UpToHourPiece extends Piece {
  readonly hour: number
  readonly sign: number
}

/** Running sums at the end of the last day (`sign` 1), or before the first (`sign` -1). */
export interface EndPiece extends Piece {
  readonly sign: number
}

export interface PeriodPieces {
  /** Closed days. */
  readonly days: readonly Piece[]
  /** Days that are not closed, and any day with a filter of hours. */
  readonly live: readonly LivePiece[]
  readonly cut: readonly CutPiece[]
}

const nothingClosed: Closing = { through: null, stale: new Set() }

/** Decides which tables each day of the ranges is read from. A filter of hours makes every day live. */
export function piecesOf(
  ranges: readonly StoreRange[],
  closings: ReadonlyMap<string, Closing>,
  hourBits: number,
): PeriodPieces {
  const days: Piece[] = []
  const live: LivePiece[] = []
  const cut: CutPiece[] = []
  for (const range of ranges) {
    if (range.from > range.to) continue
    const closing = hourBits === allHours ? (closings.get(range.storeId) ?? nothingClosed) : nothingClosed
    const { closed, liveRuns } = runsOf(range, closing)
    for (const run of closed) days.push(piece(range, run))
    for (const run of liveRuns) live.push({ ...piece(range, run), hours: hourBits })
    if (range.cutDay === null || range.cutDay < range.from) continue
    const cutRun = piece(range, { from: range.cutDay, to: range.cutDay })
    const whole = range.wholeHours & hourBits
    const part = range.cutHours & hourBits
    if (whole !== 0) live.push({ ...cutRun, hours: whole })
    if (range.cut === null) continue
    const { storeId, merchants, shift, timezone, cutDay: day, cutFrom, cut: until } = range
    const ofDay = { storeId, merchants, shift, timezone, day, cut: until }
    if (part !== 0 && cutFrom !== null) cut.push({ ...ofDay, hours: part, cutFrom })
    const booked = hourBits & ~range.wholeHours
    if (booked !== 0) cut.push({ ...ofDay, hours: booked, cutFrom: null })
  }
  return { days, live, cut }
}

/**
 * Chosen hours as the ends of their runs: of closed days with all channels 18 to 20 is what was sold by the end of 20
 * less what was sold by the end of 17. `rest` is read hour by hour.
 */
export function endsOfHours(
  ranges: readonly StoreRange[],
  closings: ReadonlyMap<string, Closing>,
  hourBits: number,
): { readonly ends: readonly UpToHourPiece[]; readonly rest: PeriodPieces } {
  const ofChannels = ranges.filter((range) => range.merchants !== null)
  const whole = piecesOf(
    ranges.filter((range) => range.merchants === null),
    closings,
    allHours,
  )
  const apart = piecesOf(ofChannels, closings, hourBits)
  const chosen = <T extends { readonly hours: number }>(pieces: readonly T[]): readonly T[] =>
    pieces.flatMap((one) => ((one.hours & hourBits) === 0 ? [] : [{ ...one, hours: one.hours & hourBits }]))
  const edges = edgesOf(hourBits)
  return {
    ends: whole.days.flatMap((day) => edges.map((edge) => ({ ...day, ...edge }))),
    rest: {
      days: [],
      live: [...chosen(whole.live), ...apart.live],
      cut: [...chosen(whole.cut), ...apart.cut],
    },
  }
}

function edgesOf(hourBits: number): readonly Pick<UpToHourPiece, 'hour' | 'sign'>[] {
  const counts = (hour: number) => ((hourBits >> hour) & 1) === 1
  return Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => [
    ...(counts(hour) && hour > 0 && !counts(hour - 1) ? [{ hour: hour - 1, sign: -1 }] : []),
    ...(counts(hour) && (hour === 23 || !counts(hour + 1)) ? [{ hour, sign: 1 }] : []),
  ])
}

interface Run {
  readonly from: string
  readonly to: string
}

const piece = (range: StoreRange, run: Run): Piece => ({
  storeId: range.storeId,
  merchants: range.merchants,
  shift: range.shift,
  from: run.from,
  to: run.to,
})

/** The days of the range without its cut day, as closed runs and live runs. */
function runsOf(range: StoreRange, closing: Closing): { closed: readonly Run[]; liveRuns: readonly Run[] } {
  // The cut day is the last of its range.
  const last = range.cutDay === null ? range.to : addDays(range.cutDay, -1)
  const { through } = closing
  const closedTo = through === null ? null : through < last ? through : last
  if (closedTo === null || closedTo < range.from) {
    return { closed: [], liveRuns: range.from <= last ? [{ from: range.from, to: last }] : [] }
  }
  const stale = [...closing.stale].filter((day) => day >= range.from && day <= closedTo).toSorted()
  const closed: Run[] = []
  const liveRuns: Run[] = stale.map((day) => ({ from: day, to: day }))
  let from = range.from
  for (const day of stale) {
    if (from < day) closed.push({ from, to: addDays(day, -1) })
    from = addDays(day, 1)
  }
  if (from <= closedTo) closed.push({ from, to: closedTo })
  if (closedTo < last) liveRuns.push({ from: addDays(closedTo, 1), to: last })
  return { closed, liveRuns }
}

/** For each piece, the two days whose running sums (sales_through) differ by the piece's days. */
export const endsOf = (days: readonly Piece[]): readonly EndPiece[] =>
  days.flatMap((piece) => {
    const before = addDays(piece.from, -1)
    return [
      { ...piece, from: piece.to, sign: 1 },
      { ...piece, from: before, to: before, sign: -1 },
    ]
  })

/** The same for sums by weekday (sales_weekday_hours): the last seven days, and the seven before the first. */
export const weekdayEndsOf = (days: readonly Piece[]): readonly EndPiece[] =>
  days.flatMap((piece) => {
    const week = addDays(piece.to, -6)
    const before = addDays(piece.from, -1)
    const weekBefore = addDays(piece.to, -7)
    return [
      { ...piece, from: week > piece.from ? week : piece.from, sign: 1 },
      { ...piece, from: addDays(piece.from, -7), to: weekBefore < before ? weekBefore : before, sign: -1 },
    ]
  })

/** Closed days as whole months, named by their first day, and the days before and after them. */
export function inMonths(days: readonly Piece[]): { months: readonly Piece[]; days: readonly Piece[] } {
  const split = days.map((piece) => ({ piece, ...splitByMonth(piece) }))
  return {
    months: split.flatMap(({ piece, months }) => (months ? [{ ...piece, ...months }] : [])),
    days: split.flatMap((each) => each.days.map((run) => ({ ...each.piece, ...run }))),
  }
}

/** The whole months of a run, and the days before and after them. */
function splitByMonth({ from, to }: Run): { months: Run | null; days: readonly Run[] } {
  const first = from.endsWith('-01') ? from : nextMonth(from)
  const end = monthOf(addDays(to, 1))
  if (first >= end) return { months: null, days: [{ from, to }] }
  const days: Run[] = []
  if (from < first) days.push({ from, to: addDays(first, -1) })
  if (end <= to) days.push({ from: end, to })
  return { months: { from: first, to: monthOf(addDays(end, -1)) }, days }
}
