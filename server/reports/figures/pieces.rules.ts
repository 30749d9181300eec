import { addDays } from '../../../contract/shared/day.ts'
import type { Closing } from './closings.rules.ts'
import type { StoreRange } from './plan-period.rules.ts'

/** A run of days of one store, all read from the same tables. */
export interface Piece {
  readonly storeId: string
  /** Null: every channel. */
  readonly merchants: readonly string[] | null
  /** Days before the period; 0 is the period. */
  readonly shift: number
  readonly from: string
  readonly to: string
  /** For who multiplies by it. */
  readonly weight?: number
}

export interface LivePiece extends Piece {
  /** Bit n: local hour n counts. */
  readonly hours: number
}

/** The hours of a compared day that count only before a minute: their orders are read one by one. */
export interface CutPiece {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly shift: number
  readonly timezone: string
  readonly day: string
  readonly hours: number
  readonly cutFrom: string
  readonly cut: string
}

/** Of a closed day and all its channels: what each hour from the first to `hour` added up to, or `sign` -1: less that. */
export interface SoFarPiece extends Piece {
  readonly hour: number
  readonly sign: number
}

/** Of days that count as the last one's sums (`sign` 1), or as what came before the first (-1). */
export interface EndPiece extends Piece {
  readonly sign: number
}

export interface PeriodPieces {
  /** Closed days. */
  readonly days: readonly Piece[]
  /** Days that are kept by the hour only, and filtered hours. */
  readonly live: readonly LivePiece[]
  readonly cut: readonly CutPiece[]
}

export const allHours = 2 ** 24 - 1
const nothingClosed: Closing = { through: null, stale: new Set() }

/** From which tables each day of the ranges is read. A filter of hours makes every day live. */
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
    const { closed, open } = runsOf(range, closing)
    for (const run of closed) days.push(piece(range, run))
    for (const run of open) live.push({ ...piece(range, run), hours: hourBits })
    if (range.cutDay === null || range.cutDay < range.from) continue
    const cutRun = piece(range, { from: range.cutDay, to: range.cutDay })
    const whole = range.wholeHours & hourBits
    const part = range.cutHours & hourBits
    if (whole !== 0) live.push({ ...cutRun, hours: whole })
    if (part === 0 || range.cut === null || range.cutFrom === null) continue
    const { storeId, merchants, shift, timezone, cutDay: day, cutFrom, cut: until } = range
    cut.push({ storeId, merchants, shift, timezone, day, hours: part, cutFrom, cut: until })
  }
  return { days, live, cut }
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

/** The days of the range without its cut day: in closed runs, and in those that are not closed. */
function runsOf(range: StoreRange, closing: Closing): { closed: readonly Run[]; open: readonly Run[] } {
  // The cut day is the last of its range.
  const last = range.cutDay === null ? range.to : addDays(range.cutDay, -1)
  const { through } = closing
  const closedTo = through === null ? null : through < last ? through : last
  if (closedTo === null || closedTo < range.from) {
    return { closed: [], open: range.from <= last ? [{ from: range.from, to: last }] : [] }
  }
  const stale = [...closing.stale].filter((day) => day >= range.from && day <= closedTo).toSorted()
  const closed: Run[] = []
  const open: Run[] = stale.map((day) => ({ from: day, to: day }))
  let from = range.from
  for (const day of stale) {
    if (from < day) closed.push({ from, to: addDays(day, -1) })
    from = addDays(day, 1)
  }
  if (from <= closedTo) closed.push({ from, to: closedTo })
  if (closedTo < last) open.push({ from: addDays(closedTo, 1), to: last })
  return { closed, open }
}

/** The two days whose sums (sales_through) have the days of each piece between them. */
export const endsOf = (days: readonly Piece[]): readonly EndPiece[] =>
  days.flatMap((piece) => {
    const before = addDays(piece.from, -1)
    return [
      { ...piece, from: piece.to, sign: 1 },
      { ...piece, from: before, to: before, sign: -1 },
    ]
  })

/** The same of sums by weekday (sales_weekday_hours): a day for each weekday of the piece, and those a week before its first. */
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

/** Closed days as whole months, named by their first days, and the days before and after them. */
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

/** First day of its month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const nextMonth = (day: string): string => monthOf(addDays(`${day.slice(0, 7)}-28`, 4))
