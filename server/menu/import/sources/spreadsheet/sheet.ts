/** A spreadsheet that is not read, with the sentence in pt-BR for the person who sent it. */
export class SpreadsheetError extends Error {}

/** Rows of one sheet that are read; further ones are named. */
export const maxRows = 20_000
/** Columns of one sheet that are read. */
export const maxColumns = 200

export interface Cell {
  /** As a person sees it. */
  readonly text: string
  /** Of a cell that holds a number, a formula's kept value included: exact, without separators. */
  readonly number?: number
  /** A formula whose value was not kept, a value that is an error, money that is not in reais. */
  readonly fault?: 'no-value' | 'error' | 'currency'
}
export const emptyCell: Cell = { text: '' }

export interface SheetRow {
  /** As the spreadsheet program counts it, from 1. */
  readonly line: number
  readonly hidden: boolean
  readonly cells: readonly Cell[]
}

/** First and last row and column, counted from 0. */
export interface Merge {
  readonly rows: readonly [number, number]
  readonly columns: readonly [number, number]
}

export interface Sheet {
  /** Empty for a text file and the only table of a page. */
  readonly name: string
  readonly hidden: boolean
  /** Those with a text, in their order. */
  readonly rows: readonly SheetRow[]
  readonly hiddenColumns: ReadonlySet<number>
  readonly merges: readonly Merge[]
  /** There are further rows or columns that were not read. */
  readonly cut: 'rows' | 'columns' | null
}

export const isEmpty = (cells: readonly Cell[]): boolean =>
  cells.every(({ text, fault }) => text.trim() === '' && fault === undefined)
