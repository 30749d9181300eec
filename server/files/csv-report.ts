import { csvCell, csvLine, csvRow } from './csv.rules.ts'
import { cellText } from './cell-text.ts'
import { plainCell, type ReportDocument, type ReportRow, type ReportSection } from './report-document.ts'

const byteOrderMark = '\uFEFF'
const rowsAtOnce = 500

/**
 * One table under the other, each with its title; what a Brazilian spreadsheet opens right. A single
 * table stands alone, so that other programs read it as it is.
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
        const words = cellText(cell, columns[index]?.kind ?? 'text', false)
        // A number may begin with its sign.
        return typeof plainCell(cell, 'text').value === 'number' ? words : csvCell(words)
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
