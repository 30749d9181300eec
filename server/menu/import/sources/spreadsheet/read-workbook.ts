import { lookup } from '../../../../../contract/shared/lookup.ts'
import { codePages } from '../code-pages.ts'
import {
  read,
  set_cptable,
  SSF,
  type CellObject,
  type ColInfo,
  type Range,
  type RowInfo,
  type WorkBook,
} from '@e965/xlsx'
import { broken } from './open-zip.ts'
import { emptyCell, isEmpty, maxColumns, maxRows, SpreadsheetError, type Cell, type Sheet } from './sheet.ts'

// Old workbooks name their letters by a code page.
set_cptable(codePages)

/**
 * The sheets of a workbook (XLSX, XLSB, XLS, OpenDocument, XML of Excel 2003, SYLK, DBF), each cell with its own type.
 * Formulas are never worked out: a formula is the value that its file keeps.
 * @param codePage of the letters in an old file that does not name one
 */
export function workbookSheets(bytes: Buffer, codePage = 1252): readonly Sheet[] {
  const workbook = opened(bytes, codePage)
  return workbook.SheetNames.map((name, index) => {
    const sheet = lookup(workbook.Sheets, name) as ReadSheet | undefined
    const hidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
    return sheet ? sheetOf(sheet, name, hidden) : { ...noSheet, name, hidden }
  })
}

/** What the library fills in of a dense sheet; lists have gaps. */
interface ReadSheet {
  readonly '!data'?: readonly (readonly (CellObject | undefined)[] | undefined)[]
  readonly '!rows'?: readonly (RowInfo | undefined)[]
  readonly '!cols'?: readonly (ColInfo | undefined)[]
  readonly '!merges'?: readonly Range[]
}

const noSheet = { rows: [], hiddenColumns: new Set<number>(), merges: [], cut: null }

function opened(bytes: Buffer, codepage: number): WorkBook {
  try {
    return quietly(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        codepage,
        // Hidden rows and columns are named with the styles only.
        cellStyles: true,
        cellNF: true,
        cellText: false,
        cellHTML: false,
        sheetStubs: true,
        sheetRows: maxRows + 1,
      }),
    )
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw new SpreadsheetError('A planilha tem senha. Tire a senha e mande de novo.')
    throw broken()
  }
}

/** The library writes a line for each record that it does not know: a stranger's file would fill the log. */
function quietly<T>(work: () => T): T {
  const { error, warn, log } = console
  Object.assign(console, { error: () => {}, warn: () => {}, log: () => {} })
  try {
    return work()
  } finally {
    Object.assign(console, { error, warn, log })
  }
}

function sheetOf(sheet: ReadSheet, name: string, hidden: boolean): Sheet {
  const data = sheet['!data'] ?? []
  const rows = data.slice(0, maxRows).flatMap((row, at) => {
    const cells = Array.from({ length: Math.min(row?.length ?? 0, maxColumns) }, (_, column) =>
      cellOf(row?.[column]),
    )
    return isEmpty(cells) ? [] : [{ line: at + 1, hidden: sheet['!rows']?.[at]?.hidden === true, cells }]
  })
  const hiddenColumns = new Set(
    (sheet['!cols'] ?? []).flatMap((column, at) => (column?.hidden === true ? [at] : [])),
  )
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    rows: [s.r, e.r] as const,
    columns: [s.c, e.c] as const,
  }))
  const wide = data.some((row) => !isEmpty((row ?? []).slice(maxColumns).map(cellOf)))
  return {
    name,
    hidden,
    rows,
    hiddenColumns,
    merges,
    cut: data.length > maxRows ? 'rows' : wide ? 'columns' : null,
  }
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return emptyCell
  // The library makes a stub of a formula whose value was not kept.
  if (cell.v === undefined || cell.t === 'z')
    return cell.f === undefined ? emptyCell : { text: '', fault: 'no-value' }
  switch (cell.t) {
    case 'n':
      return numberCell(Number(cell.v), String(cell.z ?? 'General'))
    case 'b':
      return { text: cell.v === true ? 'sim' : 'não' }
    case 'e':
      return { text: errorNames.get(Number(cell.v)) ?? '#N/D', fault: 'error' }
    case 'd':
      return { text: cell.v instanceof Date ? cell.v.toLocaleDateString('pt-BR', { timeZone: 'UTC' }) : '' }
    case 's':
      return { text: String(cell.v) }
    default:
      return emptyCell
  }
}

const errorNames: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

/** A format says whether a number is money, a date, a share or a code with zeros before it. */
function numberCell(number: number, format: string): Cell {
  if (/US\$|USD|U\$|€|EUR|£|GBP|\[\$\$-(?!416)/i.test(format))
    return { text: plainText(number), fault: 'currency' }
  if (format.includes('%')) return { text: `${plainText(Number((number * 100).toPrecision(15)))}%` }
  if (SSF.is_date(format)) return { text: SSF.format('dd/mm/yyyy', number) as string }
  // A mask of digits: 00000 shows 42 as 00042.
  if (/^0[0\-./() ]+$/.test(format) && !/^0\.0+$/.test(format))
    return { text: SSF.format(format, number) as string, number }
  return { text: plainText(number), number }
}

/** With a decimal comma and without separators of thousands. */
const plainText = (number: number): string => String(number).replace('.', ',')
