import type { ImportColumn } from '../../../../../contract/menu/import-columns.ts'
import { textOfCell } from '../../../../files/csv.rules.ts'
import { plain } from '../../../difference/checked-values.ts'
import type { Head } from './find-head.ts'
import { filledRow, mergedCells, type MergedCells } from './merged-cells.ts'
import { emptyCell, type Cell, type Sheet, type SheetRow } from './sheet.ts'

/** What became of the rows below a head. */
export interface RowCount {
  items: number
  options: number
  titles: number
  problems: number
  leftOut: number
}

export interface Table {
  readonly sheet: Sheet
  readonly head: Head
  /** What its items are called when no row and no column names their category. */
  readonly category: string
  /** Rows and columns that are hidden count too. */
  readonly withHidden: boolean
  /** `Linha 12`, with the sheet's name where there are several. */
  readonly where: (line: number) => string
}

export interface Row {
  readonly line: number
  readonly cell: (column: ImportColumn) => Cell
  readonly text: (column: ImportColumn) => string
  readonly cells: readonly Cell[]
  /** The cells that are not empty, with their columns, before merges are filled. */
  readonly own: readonly { readonly column: number; readonly text: string }[]
  /** Its first text reaches over further columns. */
  readonly wide: boolean
}

/** The rows that are read below the head; those above it and hidden ones are counted. */
export function rowsBelow({ sheet, head, withHidden }: Table, count: RowCount): readonly Row[] {
  const merged = mergedCells(sheet)
  const { at } = head.places
  const begins = new Set([at.get('item'), at.get('code'), at.get('ean'), at.get('option')])
  // These name one thing each: merged over rows, they still name one.
  const isFilled = (column: number) => !begins.has(column)
  const hiddenColumn = (column: number) => sheet.hiddenColumns.has(column) && !withHidden
  return sheet.rows.flatMap((row, index) => {
    if (row.hidden && !withHidden) {
      count.leftOut += 1
      return []
    }
    if (index <= head.index) {
      if (index >= head.first || isTitle(row)) count.titles += 1
      else count.leftOut += 1
      return []
    }
    const visible = {
      ...row,
      cells: row.cells.map((cell, column) => (hiddenColumn(column) ? emptyCell : cell)),
    }
    return [rowOf(visible, merged, head, isFilled)]
  })
}

/** One text above the titles of the columns is a title of the table. */
const isTitle = ({ cells }: SheetRow): boolean => cells.filter(({ text }) => text.trim() !== '').length === 1

/** Lines that are above the titles of the columns and hold more than a title. */
export const linesAbove = ({
  sheet,
  head,
  withHidden,
}: Omit<Table, 'category' | 'where'>): readonly number[] =>
  sheet.rows
    .slice(0, head.first)
    .filter((row) => (withHidden || !row.hidden) && !isTitle(row))
    .map(({ line }) => line)

function rowOf(
  row: SheetRow,
  merged: MergedCells,
  { places }: Head,
  isFilled: (column: number) => boolean,
): Row {
  const cells = filledRow(row, merged, isFilled)
  const cell = (column: ImportColumn) => cells[places.at.get(column) ?? -1] ?? emptyCell
  const own = row.cells.flatMap(({ text }, column) =>
    text.trim() === '' ? [] : [{ column, text: harmless(text) }],
  )
  return {
    line: row.line,
    cells,
    cell,
    text: (column) => harmless(cell(column).text),
    own,
    wide: merged.wide.has(`${row.line} ${own[0]?.column ?? -1}`),
  }
}

/** Our own files put an apostrophe before what a spreadsheet would run as a formula. */
const harmless = (text: string): string => textOfCell(plainCell(text))
const plainCell = (text: string): string =>
  text.includes('\n') ? text.trim() : plain(text) === '' ? '' : text.trim()
