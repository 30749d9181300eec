import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { cellText } from './cell-text.ts'
import { clipped } from './clip.rules.ts'
import {
  cellPadding,
  columnGroups,
  needsLandscape,
  placeColumns,
  type PlacedColumn,
  type PlacedTable,
} from './pdf-columns.rules.ts'
import type { ReportColumn, ReportDocument, ReportRow, ReportSection } from './report-document.ts'

/** Maximum rows in a PDF, which says where to find the rest. */
const maxRows = 1_500
/** More letters than the whole page has room for, even of the narrowest: measuring text takes longer than drawing it. */
const maxPaperLetters = 600
const margin = 40
const portraitWidth = 595 - 2 * margin
const rowHeight = 17
const footHeight = 26
const ink = '#241620'
const muted = '#675560'
const line = '#e3dad6'
const band = '#f7f4f2'
const accent = '#5b1a4f'

/** A4, in landscape for wide tables; labels repeat on each page, page numbers are in the footer. */
export function pdfReport(report: ReportDocument): Readable {
  const wide = report.sections.some((section) => needsLandscape(section.columns, portraitWidth))
  const pdf = new PDFDocument({
    size: 'A4',
    layout: wide ? 'landscape' : 'portrait',
    margin,
    autoFirstPage: false,
    info: { Title: report.title, Creator: 'Balcão' },
    lang: 'pt-BR',
    pdfVersion: '1.7',
  })
  pdf.registerFont('regular', fontFile(400)).registerFont('bold', fontFile(700))
  const sheet = new Sheet(pdf, report)
  draw(sheet, report).then(
    () => pdf.end(),
    // An error while reading rows must abort the file, not end it as complete.
    (error: unknown) => pdf.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return pdf as unknown as Readable
}

async function draw(sheet: Sheet, report: ReportDocument): Promise<void> {
  sheet.newPage()
  sheet.opening(report)
  for (const section of report.sections) await drawSection(sheet, section)
}

async function drawSection(sheet: Sheet, section: ReportSection): Promise<void> {
  const { rows, cut } = await firstRows(section)
  const texts = rows.map((row) => textsOf(section.columns, row))
  const totals = section.totals && textsOf(section.columns, section.totals)
  const groups = sheet.groups(section.columns, totals ? [...texts, totals] : texts)
  for (const [index, group] of groups.entries()) {
    const only = (row: readonly string[]) => group.map((column) => row[column] ?? '')
    await drawTable(sheet, {
      title: index === 0 ? section.title : `${section.title} (continuação)`,
      columns: section.columns.filter((_column, column) => group.includes(column)),
      rows: texts.map(only),
      totals: totals && only(totals),
    })
  }
  if (cut)
    sheet.remark(
      `São mostradas as primeiras ${maxRows.toLocaleString('pt-BR')} linhas. Baixe em Excel ou CSV para ver todas.`,
    )
  if (texts.length === 0) sheet.remark('Nada neste período.')
  if (section.note) sheet.remark(section.note)
}

interface Table {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly totals: readonly string[] | undefined
}

async function drawTable(sheet: Sheet, { title, columns, rows, totals }: Table): Promise<void> {
  const table = sheet.table(columns, totals ? [...rows, totals] : rows)
  sheet.sectionTitle(title, table, rows.length + (totals ? 1 : 0))
  for (const [index, row] of rows.entries()) {
    // Keep the totals on the same page as the last row.
    const together = totals && index === rows.length - 1 ? 2 : 1
    sheet.row(row, index % 2 === 1 ? 'banded' : 'plain', together)
    // Yield between chunks, so that other requests are served.
    if (index % 100 === 99) await new Promise(setImmediate)
  }
  if (totals) sheet.row(totals, 'total')
}

/** Read before drawing, because column widths depend on all rows. */
async function firstRows(
  section: ReportSection,
): Promise<{ readonly rows: readonly ReportRow[]; readonly cut: boolean }> {
  const rows: ReportRow[] = []
  for await (const row of section.rows) {
    if (rows.length === maxRows) return { rows, cut: true }
    rows.push(row)
  }
  return { rows, cut: false }
}

const textsOf = (columns: readonly ReportColumn[], row: ReportRow): readonly string[] =>
  columns.map(({ kind }, index) => clipped(cellText(row[index] ?? null, kind, true), maxPaperLetters))

const headHeight = ({ headLines, size }: PlacedTable): number =>
  rowHeight + (headLines - 1) * (Math.min(8, size) + 2)

/** The current page: the position of the next line, and the header to repeat on the next page. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #report: ReportDocument
  #y = margin
  #page = 0
  #table: PlacedTable | null = null

  constructor(pdf: PDFKit.PDFDocument, report: ReportDocument) {
    this.#pdf = pdf
    this.#report = report
  }

  get width(): number {
    return this.#pdf.page.width - 2 * margin
  }

  newPage(): void {
    this.#pdf.addPage()
    this.#page += 1
    this.#foot()
    this.#y = margin
    if (this.#table) this.#head(this.#table)
  }

  opening({ title, metadata }: ReportDocument): void {
    const pdf = this.#pdf
    pdf.rect(0, 0, pdf.page.width, 6).fill(accent)
    pdf.font('bold').fontSize(10).fillColor(accent).text('Balcão', margin, this.#y, { lineBreak: false })
    pdf
      .fontSize(22)
      .fillColor(ink)
      .text(title, margin, this.#y + 16, { width: this.width })
    pdf.font('regular').fontSize(9.5).fillColor(muted)
    for (const line of metadata) pdf.text(line, margin, pdf.y + 2, { width: this.width })
    this.#y = pdf.y + 10
  }

  groups(columns: readonly ReportColumn[], cells: readonly (readonly string[])[]) {
    return columnGroups({ columns, cells, width: this.width, wide: this.#wide })
  }

  table(columns: readonly ReportColumn[], cells: readonly (readonly string[])[]): PlacedTable {
    return placeColumns({ columns, cells, left: margin, width: this.width, wide: this.#wide })
  }

  readonly #wide = (text: string, bold: boolean): number =>
    this.#pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(100)
      .widthOfString(text) / 100

  /** A short table is kept on one page. */
  sectionTitle(title: string, table: PlacedTable, rows: number): void {
    this.#table = null
    const together = rows <= 14 ? rows : 3
    this.#need(32 + headHeight(table) + together * rowHeight)
    this.#y += 12
    this.#pdf
      .font('bold')
      .fontSize(12)
      .fillColor(ink)
      .text(title, margin, this.#y, { width: this.width, lineBreak: false })
    this.#y += 20
    this.#table = table
    this.#head(table)
  }

  row(texts: readonly string[], look: 'plain' | 'banded' | 'total', together = 1): void {
    this.#need(together * rowHeight)
    const table = this.#table
    if (!table) return
    const pdf = this.#pdf
    if (look === 'banded') pdf.rect(margin, this.#y, this.width, rowHeight).fill(band)
    if (look === 'total') this.#rule(ink)
    pdf
      .font(look === 'total' ? 'bold' : 'regular')
      .fontSize(table.size)
      .fillColor(ink)
    const down = (rowHeight - table.size) / 2
    table.columns.forEach((column, index) => this.#cell(column, texts[index] ?? '', this.#y + down))
    this.#y += rowHeight
  }

  remark(text: string): void {
    this.#need(rowHeight + 4)
    this.#pdf
      .font('regular')
      .fontSize(8.5)
      .fillColor(muted)
      .text(text, margin, this.#y + 5, { width: this.width })
    this.#y = this.#pdf.y + 4
  }

  #head(table: PlacedTable): void {
    const size = Math.min(8, table.size)
    this.#pdf.font('bold').fontSize(size).fillColor(muted)
    for (const column of table.columns)
      column.head.forEach((text, index) => {
        const line = table.headLines - column.head.length + index
        this.#cell(column, text, this.#y + 4.5 + line * (size + 2))
      })
    this.#y += headHeight(table)
    this.#rule(line)
  }

  #cell(column: PlacedColumn, text: string, y: number): void {
    if (text === '') return
    const room = column.width - cellPadding
    const shown = column.kind === 'text' ? this.#fitting(text, room) : text
    this.#pdf.text(shown, column.x + cellPadding / 2, y, {
      width: room,
      align: column.right ? 'right' : 'left',
      lineBreak: false,
    })
  }

  #fitting(text: string, room: number): string {
    if (this.#pdf.widthOfString(text) <= room) return text
    let kept = 1
    for (let over = text.length; over - kept > 1;) {
      const middle = Math.floor((kept + over) / 2)
      if (this.#pdf.widthOfString(`${text.slice(0, middle)}…`) <= room) kept = middle
      else over = middle
    }
    return `${text.slice(0, kept).trimEnd()}…`
  }

  #rule(color: string): void {
    this.#pdf
      .moveTo(margin, this.#y)
      .lineTo(margin + this.width, this.#y)
      .lineWidth(0.7)
      .strokeColor(color)
      .stroke()
  }

  #need(height: number): void {
    if (this.#y + height > this.#pdf.page.height - margin - footHeight) this.newPage()
  }

  #foot(): void {
    const pdf = this.#pdf
    const y = pdf.page.height - margin - 4
    // The footer is in the margin, where text would start a new page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(8).fillColor(muted)
    pdf.text(this.#report.title, margin, y, { lineBreak: false })
    pdf.text(`Página ${this.#page}`, margin, y, { width: this.width, align: 'right', lineBreak: false })
    pdf.page.margins.bottom = margin
  }
}

const resolve = createRequire(import.meta.url).resolve
const fontFile = (weight: 400 | 700): string =>
  resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`)
