import { centsFromReais } from '../../../../contract/shared/money.ts'
import type { StatementLine } from '../../ledger.ts'

const columns = {
  order: 'pedido_associado_ifood',
  description: 'descricao_lancamento',
  value: 'valor',
  transferred: 'impacto_no_repasse',
} as const

/**
 * The lines of iFood's reconciliation file: CSV with semicolons and a head of column names
 * (docs/marketplaces/ifood.md section 6.2). Null: a column that we read is missing, or an amount is none.
 */
export function statementLines(text: string): readonly StatementLine[] | null {
  const [head = [], ...rows] = rowsOf(text)
  const at = (name: string) => head.findIndex((cell) => cell.trim().toLowerCase() === name)
  const [order, description, value, transferred] = [
    at(columns.order),
    at(columns.description),
    at(columns.value),
    at(columns.transferred),
  ]
  if ([order, description, value, transferred].includes(-1)) return null
  const lines: StatementLine[] = []
  for (const row of rows) {
    const cents = centsOf(row[value] ?? '')
    if (cents === null) return null
    lines.push({
      orderId: (row[order] ?? '').trim() || null,
      description: (row[description] ?? '').trim().slice(0, 200),
      cents,
      // Anything but a clear no counts, so that no money is hidden.
      transferred: !/^n/i.test((row[transferred] ?? '').trim()),
    })
  }
  return lines
}

/** Reais with a decimal point or comma. */
function centsOf(cell: string): number | null {
  const text = cell.trim().replace(/^(-?)(\d+),(\d+)$/, '$1$2.$3')
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? centsFromReais(Number(text)) : null
}

/** A cell in quotation marks may hold a semicolon or the end of a line. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end = ''] of text.replace(/^\uFEFF/, '').matchAll(cells)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ';') continue
    if (row.some((cell) => cell.trim() !== '')) rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

const cells = /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|\r|$)/g
