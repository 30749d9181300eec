import type { CellKind, ReportColumn } from './report-document.ts'

/**
 * How wide each column of a table on paper is. Figures and days are never cut: heads go over several
 * lines, words give way, the letters get smaller, and then the table is split, in this order.
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
  /** As written, with the totals. */
  readonly cells: readonly (readonly string[])[]
  readonly left: number
  readonly width: number
  /** How wide words are at size 1; heads are bold. */
  readonly wide: (words: string, bold: boolean) => number
}

/** Between the words and the edges of their column, together. */
export const cellPadding = 8
const sizes = [8.5, 8, 7.5, 7] as const
const smallest = 7
/** Words narrower than this stay whole. */
const leastText = 10

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
    // The line of the totals is bold.
    const content = longest(cells.map((row) => row[index] ?? '')).reduce(
      (most, words) => Math.max(most, wide(words, true)),
      0,
    )
    return { isText, content, word: Math.max(...column.label.split(' ').map((part) => wide(part, true))) }
  })
}

const leastWidth = ({ isText, content, word }: Need, size: number): number =>
  Math.max(word, isText ? Math.min(content, leastText) : content) * size + cellPadding

/**
 * Which columns stand together: all, or, where that would be too small to read, several tables below
 * one another that each begin with the names.
 */
export function columnGroups(asked: Omit<Asked, 'left'>): readonly (readonly number[])[] {
  const needs = needsOf(asked)
  const widths = needs.map((need) => leastWidth(need, smallest))
  const all = needs.map((_need, index) => index)
  if (sum(widths) <= asked.width) return [all]
  const named = namesOf(asked.columns)
  const names = all.slice(0, named)
  const others = all.slice(named)
  const nameWidth = sum(names.map((index) => widths[index] ?? 0))
  const room = asked.width - nameWidth
  const total = sum(others.map((index) => widths[index] ?? 0))
  // Of about the same width, so that the last is no single column.
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

/** What says which row it is: up to the first words and what names it further (store, day, number). */
function namesOf(columns: readonly ReportColumn[]): number {
  let named = columns.findIndex(({ kind }) => kind === 'text') + 1
  while (named < 3 && leftKinds.has(columns[named]?.kind ?? 'cents')) named += 1
  return named
}

export function placeColumns({ columns, cells, left, width, wide }: Asked): PlacedTable {
  const needs = needsOf({ columns, cells, wide })
  const least = (size: number) => needs.map((need) => leastWidth(need, size))
  const size = sizes.find((one) => sum(least(one)) <= width) ?? smallest
  const widths = shared(least(size), needs, { size, width })
  let x = left
  const placed = columns.map((column, index) => {
    const own = widths[index] ?? 0
    const place = {
      kind: column.kind,
      head: broken(column.label, own - cellPadding, (words) => wide(words, true) * size),
      x,
      width: own,
      right: !leftKinds.has(column.kind),
    }
    x += own
    return place
  })
  return { columns: placed, size, headLines: Math.max(1, ...placed.map(({ head }) => head.length)) }
}

/** What is left goes first to words that would be cut, then to all alike. */
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

/** The longest by letters: measuring every cell would take longer than drawing it. */
const longest = (all: readonly string[]): readonly string[] =>
  [...new Set(all)].toSorted((a, b) => b.length - a.length).slice(0, 12)

/** Words over as many lines as they need; a word is not broken. */
function broken(text: string, room: number, wide: (words: string) => number): readonly string[] {
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

/** Known before the rows are read: a lying sheet for what an upright one would press together. */
export const needsLyingSheet = (columns: readonly ReportColumn[], upright: number): boolean =>
  sum(columns.map(({ kind }) => usualWidth[kind])) > upright
