import { csvCell, csvLine, csvRow, spreadsheetCell } from './csv.rules.ts'
import { cellText } from './cell-text.ts'
import { plainCell, type ReportDocument, type ReportRow, type ReportSection } from './report-document.ts'

const byteOrderMark = '\uFEFF'
const rowsAtOnce = 500

/**
 * Tables one below the other, each with its title, in a format that Brazilian spreadsheets open correctly. A
 * single table has no title, so that other programs can read it.
 */
export async function* csvReport(document: ReportDocument): AsyncGenerator<string> {
  const [only, second] = document.sections
  if (only && !second) {
    yield byteOrderMark
    yield* csvTable(only)
    return
  }
  yield byteOrderMark + [document.title, ...document.metadata].map((line) => csvRow([line])).join('')
  for (const section of document.sections) {
    yield csvRow([]) + csvRow([section.title])
    yield* csvTable(section)
  }
}

async function* csvTable(section: ReportSection): AsyncGenerator<string> {
  const { columns } = section
  yield csvRow(columns.map((column) => column.label))
  const line = (row: ReportRow) =>
    csvLine(
      row.map((cell, index) => {
        const column = columns[index]?.kind ?? 'text'
        const text = cellText(cell, column, false)
        const { value, kind } = plainCell(cell, column)
        // A number may start with its sign, and a day is to become a day.
        if (typeof value === 'number') return text
        return kind === 'text' ? spreadsheetCell(text) : csvCell(text)
      }),
    )
  let waiting: string[] = []
  for await (const row of section.rows) {
    waiting.push(line(row))
    if (waiting.length < rowsAtOnce) continue
    yield waiting.join('')
    waiting = []
  }
  yield waiting.join('')
  if (section.totals) yield line(section.totals)
  if (section.note) yield csvRow([section.note])
}
