import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import {
  plainCell,
  type CellKind,
  type ReportCell,
  type ReportDocument,
  type ReportRow,
  type ReportSection,
} from './report-document.ts'
import { xmlText } from './xml-text.rules.ts'

/**
 * A workbook with a sheet for each table and one for the metadata. Numbers are numbers and days are days
 * (ECMA-376 part 1, section 18). Sheets are written while their rows are read, at the client's pace, with only a
 * few kilobytes in memory.
 *
 * Written by hand because exceljs has had no release since 2023 and its writer ignores back-pressure, and hucre
 * streams one sheet only. The zip itself is yazl's.
 */
export function xlsxReport(document: ReportDocument): Readable {
  const zip = new ZipFile()
  const sheets = [aboutSheet(document), ...document.sections.map((section) => dataSheet(section))]
  const names = sheetNames(['Sobre', ...document.sections.map((section) => section.title)])
  const text = (path: string, content: string) => zip.addBuffer(Buffer.from(content), path)
  text('[Content_Types].xml', contentTypes(sheets.length))
  text('_rels/.rels', packageRelations)
  text('xl/workbook.xml', workbook(names))
  text('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length))
  text('xl/styles.xml', styles)
  sheets.forEach((sheet, index) => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, (done) => {
      const stream = Readable.from(sheet(), { objectMode: false })
      // An error while reading rows must abort the file, not end it as complete.
      stream.on('error', (error) => output.destroy(error))
      done(null, stream)
    })
  })
  zip.end()
  // yazl types its output as a bare stream; it is a PassThrough.
  const output = zip.outputStream as Readable
  return output
}

type SheetText = () => AsyncGenerator<string>

const aboutSheet = (document: ReportDocument): SheetText =>
  async function* () {
    const lines = [document.title, ...document.metadata]
    yield sheetHead([80], 0)
    yield lines
      .map((line, index) => rowXml(index + 1, textCell(line, index === 0 ? style.title : 0)))
      .join('')
    yield '</sheetData></worksheet>'
  }

const rowsAtOnce = 200
/** Excel's limit per sheet. */
const maxRows = 1_048_576

const dataSheet = (section: ReportSection): SheetText =>
  async function* () {
    const { columns } = section
    yield sheetHead(
      columns.map((column) => widthOf(column.kind, column.label)),
      1,
    )
    yield rowXml(1, columns.map((column) => textCell(column.label, style.header)).join(''))
    let line = 1
    let waiting = ''
    let held = 0
    const kinds = columns.map((column) => column.kind)
    for await (const row of section.rows) {
      line += 1
      if (line > maxRows) throw new Error('more rows than a sheet can hold')
      waiting += rowXml(line, cellsXml(row, kinds, false))
      held += 1
      if (held < rowsAtOnce) continue
      yield waiting
      waiting = ''
      held = 0
    }
    yield waiting
    if (section.totals) yield rowXml((line += 1), cellsXml(section.totals, kinds, true))
    if (section.note) yield rowXml(line + 2, textCell(section.note, 0))
    yield '</sheetData></worksheet>'
  }

const rowXml = (line: number, cells: string): string => `<row r="${line}">${cells}</row>`

function cellsXml(row: ReportRow, kinds: readonly CellKind[], bold: boolean): string {
  return row.map((cell, index) => cellXml(cell, kinds[index] ?? 'text', bold)).join('')
}

function cellXml(given: ReportCell, column: CellKind, bold: boolean): string {
  const { value: cell, kind } = plainCell(given, column)
  if (cell === null) return '<c/>'
  const format = style[kind] + (bold ? boldOffset : 0)
  if (typeof cell === 'number') return `<c s="${format}"><v>${numberOf(cell, kind)}</v></c>`
  const serial = kind === 'day' || kind === 'moment' ? serialOf(cell) : null
  return serial === null ? textCell(cell, format) : `<c s="${format}"><v>${serial}</v></c>`
}

/** Inline, so that no shared string table grows; a string cell is never evaluated as a formula. */
const textCell = (text: string, format: number): string =>
  `<c t="inlineStr" s="${format}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

function numberOf(value: number, kind: CellKind): number {
  if (kind === 'cents') return value / 100
  return kind === 'milli' ? value / 1_000 : value
}

const epoch = Date.UTC(1899, 11, 30)

/** Days since 1899-12-30, Excel's day number; null if the text is no date. */
function serialOf(text: string): number | null {
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}:00Z`)
  return Number.isNaN(at) ? null : (at - epoch) / 86_400_000
}

const widths: Record<CellKind, number> = {
  text: 28,
  count: 12,
  cents: 16,
  milli: 12,
  share: 12,
  score: 10,
  minutes: 12,
  day: 13,
  moment: 18,
}
const widthOf = (kind: CellKind, label: string): number => Math.max(widths[kind], label.length + 2)

function sheetHead(columnWidths: readonly number[], frozenRows: number): string {
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`
      : ''
  const cols = columnWidths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols}</cols><sheetData>`
}

/** At most 31 characters, no forbidden ones, unique. */
function sheetNames(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const plain =
      title
        .replaceAll(/[[\]:*?/\\']/g, ' ')
        .trim()
        .slice(0, 31) || 'Tabela'
    let name = plain
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${plain.slice(0, 27)} ${n}`
    taken.add(name.toLowerCase())
    return name
  })
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kindOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: number): string =>
  `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kindOf}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kindOf}.styles+xml"/>${numbered(sheets, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kindOf}.worksheet+xml"/>`)}</Types>`

const packageRelations = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbook = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="${Math.min(1, names.length - 1)}"/></bookViews><sheets>${names.map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`

const workbookRelations = (sheets: number): string =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${numbered(sheets, (n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`

const numbered = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('')

/** Cell formats in the order of `cellXfs` below; the bold variant is at `boldOffset` after the plain one. */
const style: Record<CellKind | 'header' | 'title', number> = {
  text: 0,
  count: 1,
  cents: 2,
  milli: 3,
  share: 4,
  score: 5,
  minutes: 5,
  day: 6,
  moment: 7,
  header: 16,
  title: 17,
}
const boldOffset = 8
const formats = [0, 3, 164, 165, 166, 167, 168, 169]
const xf = (format: number, font: number, fill = 0): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="6"><numFmt numFmtId="164" formatCode="&quot;R$&quot;\\ #,##0.00;[Red]\\-&quot;R$&quot;\\ #,##0.00"/><numFmt numFmtId="165" formatCode="#,##0.###"/><numFmt numFmtId="166" formatCode="0.0%"/><numFmt numFmtId="167" formatCode="#,##0.0"/><numFmt numFmtId="168" formatCode="dd/mm/yyyy"/><numFmt numFmtId="169" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF3E4EF"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="18">${formats.map((format) => xf(format, 0)).join('')}${formats.map((format) => xf(format, 1)).join('')}${xf(0, 1, 2)}${xf(0, 2)}</cellXfs></styleSheet>`
