import { csvCell, csvLine, csvRow } from './csv.rules.ts'
import { cellWords } from './cell-words.ts'
import { plainCell, type ReportDocument, type ReportRow, type ReportSection } from './report-document.ts'

const byteOrderMark = '\uFEFF'
const rowsAtOnce = 500

/** One table under the other, each with its title; what a Brazilian spreadsheet opens right. */
export async function* csvReport(document: ReportDocument): AsyncGenerator<string> {
  yield byteOrderMark + [document.title, ...document.facts].map((line) => csvRow([line])).join('')
  for (const section of document.sections) yield* csvSection(section)
}

async function* csvSection(section: ReportSection): AsyncGenerator<string> {
  const { columns } = section
  yield csvRow([]) + csvRow([section.title]) + csvRow(columns.map((column) => column.label))
  const line = (row: ReportRow) =>
    csvLine(
      row.map((cell, index) => {
        const words = cellWords(cell, columns[index]?.kind ?? 'text', false)
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
