import type { CellKind, ReportColumn } from './report-document.ts'

/**
 * Column widths of a table on paper. Numbers and days are never cut. To fit, in this order: labels wrap, text is
 * truncated, the font gets smaller, and the table is split.
 */
export interface PlacedColumn {
  readonly kind: CellKind
  readonly head: readonly string[]
  readonly x: number
  readonly width: number
  readonly right: boolean
}

export interface PlacedTable {
  readonly columns: readonly PlacedColumn[]
  readonly size: number
  readonly headLines: number
}

interface Asked {
  readonly columns: readonly ReportColumn[]
  /** Formatted cells, including the totals. */
  readonly cells: readonly (readonly string[])[]
  readonly left: number
  readonly width: number
  /** Width of text at font size 1; labels are bold. */
  readonly wide: (text: string, bold: boolean) => number
}

/** Left and right cell padding, together. */
export const cellPadding = 8
const sizes = [8.5, 8, 7.5, 7] as const
const smallest = 7
/** Text narrower than this is never truncated. */
const minText = 10

const leftKinds: ReadonlySet<CellKind> = new Set(['text', 'day', 'moment'])

interface Need {
  readonly isText: boolean
  readonly content: number
  readonly word: number
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

function needsOf({ columns, cells, wide }: Omit<Asked, 'left' | 'width'>): readonly Need[] {
  return columns.map((column, index) => {
    const isText = column.kind === 'text'
    // The totals are bold.
    const content = longest(cells.map((row) => row[index] ?? '')).reduce(
      (most, text) => Math.max(most, wide(text, true)),
      0,
    )
    return { isText, content, word: Math.max(...column.label.split(' ').map((part) => wide(part, true))) }
  })
}

const minWidth = ({ isText, content, word }: Need, size: number): number =>
  Math.max(word, isText ? Math.min(content, minText) : content) * size + cellPadding

/**
 * Groups the columns: all in one table or, if that would be too small to read, in several tables one below the
 * other that each repeat the name columns.
 */
export function columnGroups(asked: Omit<Asked, 'left'>): readonly (readonly number[])[] {
  const needs = needsOf(asked)
  const widths = needs.map((need) => minWidth(need, smallest))
  const all = needs.map((_need, index) => index)
  if (sum(widths) <= asked.width) return [all]
  const named = namesOf(asked.columns)
  const names = all.slice(0, named)
  const others = all.slice(named)
  const nameWidth = sum(names.map((index) => widths[index] ?? 0))
  const room = asked.width - nameWidth
  const total = sum(others.map((index) => widths[index] ?? 0))
  // Of similar width, so that the last one is not a single column.
  const share = total / Math.ceil(total / room)
  const groups: number[][] = [[]]
  let filled = 0
  for (const index of others) {
    const own = widths[index] ?? 0
    const last = groups.at(-1) ?? []
    if (last.length > 0 && (filled + own > room || filled >= share)) {
      groups.push([index])
      filled = own
    } else {
      last.push(index)
      filled += own
    }
  }
  return groups.map((group) => [...names, ...group])
}

/** The columns that identify a row: up to the first text, and further keys (store, day, number). */
function namesOf(columns: readonly ReportColumn[]): number {
  let named = columns.findIndex(({ kind }) => kind === 'text') + 1
  while (named < 3 && leftKinds.has(columns[named]?.kind ?? 'cents')) named += 1
  return named
}

export function placeColumns({ columns, cells, left, width, wide }: Asked): PlacedTable {
  const needs = needsOf({ columns, cells, wide })
  const least = (size: number) => needs.map((need) => minWidth(need, size))
  const size = sizes.find((one) => sum(least(one)) <= width) ?? smallest
  const widths = shared(least(size), needs, { size, width })
  let x = left
  const placed = columns.map((column, index) => {
    const own = widths[index] ?? 0
    const place = {
      kind: column.kind,
      head: wrapped(column.label, own - cellPadding, (text) => wide(text, true) * size),
      x,
      width: own,
      right: !leftKinds.has(column.kind),
    }
    x += own
    return place
  })
  return { columns: placed, size, headLines: Math.max(1, ...placed.map(({ head }) => head.length)) }
}

/** Spare width goes first to truncated text, then to all columns equally. */
function shared(
  least: readonly number[],
  needs: readonly Need[],
  { size, width }: { readonly size: number; readonly width: number },
): readonly number[] {
  const total = sum(least)
  if (total >= width) return least.map((one) => (one * width) / total)
  const wished = least.map((one, index) => {
    const need = needs[index]
    return need?.isText ? Math.max(0, need.content * size + cellPadding - one) : 0
  })
  const wish = sum(wished)
  const given = Math.min(1, (width - total) / Math.max(wish, 1))
  const filled = least.map((one, index) => one + (wished[index] ?? 0) * given)
  const spare = width - sum(filled)
  return filled.map((one) => one + spare / filled.length)
}

/** Longest by number of characters, because measuring every cell takes longer than drawing it. */
const longest = (all: readonly string[]): readonly string[] =>
  [...new Set(all)].toSorted((a, b) => b.length - a.length).slice(0, 12)

/** Wraps text between words. */
function wrapped(text: string, room: number, wide: (line: string) => number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && wide(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const usualWidth: Record<CellKind, number> = {
  text: 90,
  count: 38,
  cents: 64,
  milli: 42,
  share: 42,
  score: 34,
  minutes: 42,
  day: 54,
  moment: 78,
}

/** Decided before the rows are read: landscape if portrait would squeeze the columns. */
export const needsLandscape = (columns: readonly ReportColumn[], upright: number): boolean =>
  sum(columns.map(({ kind }) => usualWidth[kind])) > upright
