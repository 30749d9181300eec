import type { ReportFormat } from '../../contract/reports/period.ts'

/**
 * A report as tables of typed cells, the source of CSV, XLSX, PDF and mails. Each report builds it from its own
 * reply, so that a file cannot differ from the page.
 */
export interface ReportDocument {
  /** Start of the file name: `vendas`. */
  readonly name: string
  readonly title: string
  /** Period, comparison, stores: one line each, pt-BR. */
  readonly metadata: readonly string[]
  readonly sections: readonly ReportSection[]
}

export interface ReportSection {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  /** Any number of rows; files are written while they are read. */
  readonly rows: Iterable<ReportRow> | AsyncIterable<ReportRow>
  /** The last row is the sum of the others. */
  readonly totals?: ReportRow
  readonly note?: string
}

export interface ReportColumn {
  readonly label: string
  readonly kind: CellKind
}

/**
 * `cents`: integer centavos. `milli`: thousandths (2 pieces are 2000). `share`: 0 to 1.
 * `day`: `YYYY-MM-DD`. `moment`: local `YYYY-MM-DD HH:MM` of the store. `minutes`: minutes.
 */
export type CellKind = 'text' | 'count' | 'cents' | 'milli' | 'share' | 'score' | 'minutes' | 'day' | 'moment'

/** A cell of another kind than its column, for columns that mix money, counts and shares. */
export interface KindedCell {
  readonly value: string | number | null
  readonly kind: CellKind
}

export type ReportCell = string | number | null | KindedCell
export type ReportRow = readonly ReportCell[]

export function plainCell(cell: ReportCell, column: CellKind): KindedCell {
  return typeof cell === 'object' && cell !== null ? cell : { value: cell, kind: column }
}

export type FileFormat = Exclude<ReportFormat, 'json'>
