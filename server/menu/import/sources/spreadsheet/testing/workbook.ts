import { ZipFile } from 'yazl'

/** A cell as a spreadsheet program keeps it. */
type TestCell =
  | string
  | number
  | boolean
  | null
  | {
      readonly number?: number
      readonly format?: string
      readonly formula?: string
      readonly error?: string
    }

export interface TestSheet {
  readonly name?: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: readonly (readonly TestCell[])[]
  /** `A2:A4` */
  readonly merges?: readonly string[]
  /** Numbers of rows, from 1. */
  readonly hiddenRows?: readonly number[]
  /** Numbers of columns, from 1. */
  readonly hiddenColumns?: readonly number[]
}

/** An XLSX file, written by hand so that its reader is not asked about itself. */
export function workbook(
  sheets: readonly TestSheet[],
  { separator = '/', noReferences = false } = {},
): Promise<Buffer> {
  const formats = [
    ...new Set(
      sheets.flatMap(({ rows }) =>
        rows.flat().flatMap((cell) => (isTyped(cell) && cell.format ? [cell.format] : [])),
      ),
    ),
  ]
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${types}"><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${escaped(name ?? `Plan${at + 1}`)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="s${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="s${at + 1}" Type="${types}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="st" Type="${types}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`).join('')}</numFmts><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  }
  for (const [at, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, formats, noReferences)
  return zipOf(
    Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [name.replaceAll('/', separator), head + xml]),
    ),
  )
}

/** Separators of names stay as they are given. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  const renamed: string[] = []
  for (const [name, content] of Object.entries(entries)) {
    // The writer refuses a backslash: it is put in afterwards, at the same length.
    zip.addBuffer(Buffer.from(content), name.replaceAll('\\', '/'), { mtime: new Date(0) })
    if (name.includes('\\')) renamed.push(name)
  }
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  for (const name of renamed) {
    const written = Buffer.from(name.replaceAll('\\', '/'))
    for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1))
      Buffer.from(name).copy(bytes, at)
  }
  return bytes
}

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const isTyped = (cell: TestCell): cell is Exclude<TestCell, string | number | boolean | null> =>
  typeof cell === 'object' && cell !== null
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** `A` to `ZZ` */
const columnName = (column: number): string =>
  `${letters[Math.floor(column / 26) - 1] ?? ''}${letters[column % 26] ?? ''}`

function sheetXml(
  { rows, merges = [], hiddenRows = [], hiddenColumns = [] }: TestSheet,
  formats: readonly string[],
  noReferences: boolean,
): string {
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" width="0" hidden="1"/>`).join('')
  const lines = rows.map((cells, at) => {
    const inside = cells.map((cell, column) =>
      cellXml(cell, noReferences ? '' : ` r="${columnName(column)}${at + 1}"`, formats),
    )
    return `<row r="${at + 1}"${hiddenRows.includes(at + 1) ? ' hidden="1"' : ''}>${inside.join('')}</row>`
  })
  return `<worksheet xmlns="${main}">${columns ? `<cols>${columns}</cols>` : ''}<sheetData>${lines.join('')}</sheetData>${
    merges.length > 0
      ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : ''
  }</worksheet>`
}

function cellXml(cell: TestCell, reference: string, formats: readonly string[]): string {
  if (cell === null) return `<c${reference}/>`
  if (typeof cell === 'string')
    return `<c${reference} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c${reference}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${reference} t="b"><v>${cell ? 1 : 0}</v></c>`
  const { number, format, formula, error } = cell
  const style = format ? ` s="${formats.indexOf(format) + 1}"` : ''
  const type = error ? ' t="e"' : ''
  const value = error ?? number
  return `<c${reference}${style}${type}>${formula ? `<f>${escaped(formula)}</f>` : ''}${value === undefined ? '' : `<v>${value}</v>`}</c>`
}
