import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { cellWords } from './cell-words.ts'
import type { CellKind, ReportColumn, ReportDocument, ReportRow, ReportSection } from './report-document.ts'

/** Beyond this a table is for a spreadsheet; the PDF says where the rest is. */
const mostRows = 1_500
const margin = 40
const rowHeight = 17
const footHeight = 26
const ink = '#241620'
const muted = '#675560'
const line = '#e3dad6'
const band = '#f7f4f2'
const accent = '#5b1a4f'

/** A4, upright or, for wide tables, lying; heads repeat on each page; page numbers at the foot. */
export function pdfReport(report: ReportDocument): Readable {
  const wide = report.sections.some((section) => section.columns.length > 7)
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
    // What fails while rows are read must cut the file, not end it well.
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
  const columns = placed(section, sheet.width)
  sheet.sectionTitle(section.title)
  sheet.head(columns)
  let drawn = 0
  for await (const row of section.rows) {
    if (drawn === mostRows) {
      sheet.remark(
        `São mostradas as primeiras ${mostRows.toLocaleString('pt-BR')} linhas. Baixe em Excel ou CSV para ver todas.`,
      )
      break
    }
    sheet.row(columns, row, drawn % 2 === 1 ? 'banded' : 'plain')
    drawn += 1
    // Written out while rows are read; without a pause nobody else would be served.
    if (drawn % 100 === 0) await new Promise(setImmediate)
  }
  if (drawn === 0) sheet.remark('Nada neste período.')
  if (section.totals) sheet.row(columns, section.totals, 'total')
  if (section.note) sheet.remark(section.note)
}

interface PlacedColumn {
  readonly label: string
  readonly kind: CellKind
  readonly x: number
  readonly width: number
  readonly right: boolean
}

const weights: Record<CellKind, number> = {
  text: 2.4,
  count: 0.9,
  cents: 1.25,
  milli: 0.9,
  share: 0.9,
  score: 0.8,
  minutes: 0.9,
  day: 1.05,
  moment: 1.5,
}

function placed(section: ReportSection, width: number): readonly PlacedColumn[] {
  const weightOf = ({ kind, label }: ReportColumn) => Math.max(weights[kind], label.length * 0.115)
  const total = section.columns.reduce((sum, column) => sum + weightOf(column), 0)
  let x = margin
  return section.columns.map((column) => {
    const own = (weightOf(column) / total) * width
    const place = { ...column, x, width: own, right: !leftKinds.has(column.kind) }
    x += own
    return place
  })
}

const leftKinds: ReadonlySet<CellKind> = new Set(['text', 'day', 'moment'])

/** The page being written: where the next line goes, and the head to repeat on the next page. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #report: ReportDocument
  #y = margin
  #page = 0
  #columns: readonly PlacedColumn[] | null = null

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
    if (this.#columns) this.#headLine(this.#columns)
  }

  opening({ title, facts }: ReportDocument): void {
    const pdf = this.#pdf
    pdf.rect(0, 0, pdf.page.width, 6).fill(accent)
    pdf.font('bold').fontSize(10).fillColor(accent).text('Balcão', margin, this.#y, { lineBreak: false })
    pdf
      .fontSize(22)
      .fillColor(ink)
      .text(title, margin, this.#y + 16, { width: this.width })
    pdf.font('regular').fontSize(9.5).fillColor(muted)
    for (const fact of facts) pdf.text(fact, margin, pdf.y + 2, { width: this.width })
    this.#y = pdf.y + 10
  }

  sectionTitle(title: string): void {
    this.#columns = null
    this.#need(24 + 3 * rowHeight)
    this.#y += 12
    this.#pdf
      .font('bold')
      .fontSize(12)
      .fillColor(ink)
      .text(title, margin, this.#y, { width: this.width, lineBreak: false })
    this.#y += 20
  }

  head(columns: readonly PlacedColumn[]): void {
    this.#columns = columns
    this.#headLine(columns)
  }

  row(columns: readonly PlacedColumn[], row: ReportRow, look: 'plain' | 'banded' | 'total'): void {
    this.#need(rowHeight)
    const pdf = this.#pdf
    if (look === 'banded') pdf.rect(margin, this.#y, this.width, rowHeight).fill(band)
    if (look === 'total') this.#rule(ink)
    pdf
      .font(look === 'total' ? 'bold' : 'regular')
      .fontSize(8.5)
      .fillColor(ink)
    columns.forEach((column, index) => this.#cell(column, cellWords(row[index] ?? null, column.kind, true)))
    this.#y += rowHeight
  }

  remark(words: string): void {
    this.#need(rowHeight + 4)
    this.#pdf
      .font('regular')
      .fontSize(8.5)
      .fillColor(muted)
      .text(words, margin, this.#y + 5, { width: this.width })
    this.#y = this.#pdf.y + 4
  }

  #headLine(columns: readonly PlacedColumn[]): void {
    this.#pdf.font('bold').fontSize(8).fillColor(muted)
    for (const column of columns) this.#cell(column, column.label)
    this.#y += rowHeight
    this.#rule(line)
  }

  #cell(column: PlacedColumn, words: string): void {
    const room = column.width - 8
    this.#pdf.text(this.#fitting(words, room), column.x + 4, this.#y + 4.5, {
      width: room,
      align: column.right ? 'right' : 'left',
      lineBreak: false,
    })
  }

  #fitting(words: string, room: number): string {
    if (this.#pdf.widthOfString(words) <= room) return words
    let kept = words
    while (kept.length > 1 && this.#pdf.widthOfString(`${kept}…`) > room) kept = kept.slice(0, -1)
    return `${kept.trimEnd()}…`
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
    // The foot stands in the margin, where text would break the page.
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
