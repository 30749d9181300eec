import { CsvError, parse } from 'csv-parse/sync'
import { isEmpty, maxColumns, maxRows, SpreadsheetError, type Sheet } from './sheet.ts'

const separators = [';', '\t', ',', '|']
const headLines = 12

/**
 * Lines of text with separators (CSV and its kin).
 * @param isHead whether these titles name an item and a price: the separator that makes them do so is the file's
 */
export function textTable(text: string, isHead: (titles: readonly string[]) => boolean): Sheet {
  // Excel reads this line and hides it.
  const [first = '', separator = null] = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text) ?? []
  const body = text.slice(first.length)
  const records = parsed(body, separator ?? separatorOf(body, isHead), maxRows + 1)
  return {
    name: '',
    hidden: false,
    hiddenColumns: new Set(),
    merges: [],
    cut:
      records.length > maxRows
        ? 'rows'
        : records.some((record) => record.slice(maxColumns).some((cell) => cell.trim() !== ''))
          ? 'columns'
          : null,
    rows: records.slice(0, maxRows).flatMap((record, index) => {
      const cells = record.slice(0, maxColumns).map((cell) => ({ text: cell }))
      return isEmpty(cells) ? [] : [{ line: index + 1, hidden: false, cells }]
    }),
  }
}

function parsed(text: string, delimiter: string, to: number): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SpreadsheetError(
      'Há aspas que abrem e não fecham nesta planilha. Corrija a linha e mande de novo.',
    )
  }
}

function separatorOf(text: string, isHead: (titles: readonly string[]) => boolean): string {
  const start = text.slice(0, 40_000).split(/\r\n|\r|\n/, headLines)
  const known = separators.find((separator) => {
    try {
      return parsed(start.join('\n'), separator, headLines).some(isHead)
    } catch {
      return false
    }
  })
  if (known !== undefined) return known
  const linesWith = (separator: string) => start.filter((line) => line.includes(separator)).length
  return separators.toSorted((one, other) => linesWith(other) - linesWith(one))[0] ?? ';'
}
