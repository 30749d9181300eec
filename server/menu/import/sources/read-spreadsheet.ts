import { inflateRawSync } from 'node:zlib'
import { CsvError, parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { ZipFile } from 'yazl'

/** A spreadsheet that is not read, with the sentence for the person who sent it. */
export class SpreadsheetError extends Error {}

const maxRows = 20_000
const maxCells = 26
/** Of the whole workbook, opened: 2,000 items with all their options are a tenth of it. */
const maxOpenedBytes = 32 * 1024 * 1024
const maxEntries = 200

export type Rows = readonly (readonly string[])[]

/** The cells of each sheet as text. Formulas are never worked out: they stay the text that was written. */
export async function readSpreadsheet(bytes: Buffer): Promise<readonly Rows[]> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return workbookRows(bytes)
  if (bytes.subarray(0, 4).equals(oldExcel))
    throw new SpreadsheetError('Este é um arquivo antigo do Excel. Salve como .xlsx ou .csv e mande de novo.')
  return [textRows(bytes)]
}

const oldExcel = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

function textRows(bytes: Buffer): Rows {
  const text = decoded(bytes)
  if (text.includes('\0')) throw new SpreadsheetError('Este arquivo não é uma planilha CSV ou XLSX.')
  return parsed(text).map((row) => row.slice(0, maxCells))
}

function parsed(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to: maxRows,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SpreadsheetError(
      'Há aspas que abrem e não fecham nesta planilha. Corrija a linha e mande de novo.',
    )
  }
}

/** Brazilian Excel saves CSV in the encoding of Windows, unless a person chooses UTF-8. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the first line, the titles: a description may hold any of these. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 2_000).split(/[\r\n]/, 1)[0] ?? ''
  const count = (sign: string) => head.split(sign).length
  return [';', '\t', ','].toSorted((one, other) => count(other) - count(one))[0] ?? ';'
}

async function workbookRows(bytes: Buffer): Promise<readonly Rows[]> {
  const opened = await reopened(entriesOf(bytes))
  const workbook = await readXlsx(opened, { sheets: [0, 1, 2], range: `A1:Z${String(maxRows)}` }).catch(
    () => {
      throw broken()
    },
  )
  return workbook.sheets.map(({ rows, cells }) =>
    rows.map((row, rowIndex) =>
      row.map((value, column) => {
        const formula = cells?.get(`${String(rowIndex)},${String(column)}`)?.formula
        return formula === undefined ? textOf(value) : `=${formula}`
      }),
    ),
  )
}

const textOf = (value: unknown): string =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * What the workbook's zip holds, by its central directory. The sizes that it states are not believed: every entry is
 * opened against what is left of one limit, overlapping entries counted each time.
 */
function* entriesOf(zip: Buffer): Generator<Entry> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > zip.length) throw broken()
  const entries = zip.readUInt16LE(end + 10)
  if (entries > maxEntries) throw tooLarge()
  let at = zip.readUInt32LE(end + 16)
  let left = maxOpenedBytes
  for (let index = 0; index < entries; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02_01_4b_50) throw broken()
    const encrypted = (zip.readUInt16LE(at + 8) & 1) === 1
    if (encrypted) throw new SpreadsheetError('A planilha tem senha. Tire a senha e mande de novo.')
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    at += 46 + nameLength + extra + comment
    if (local + 30 > zip.length || zip.readUInt32LE(local) !== 0x04_03_4b_50) throw broken()
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = inflated(zip.subarray(from, from + packed), method, left)
    left -= content.length
    if (!name.endsWith('/')) yield { name, bytes: content }
  }
}

function inflated(packed: Buffer, method: number, most: number): Buffer {
  if (method === 0 && packed.length <= most) return packed
  if (method !== 8) throw broken()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken()
  }
}

/** The same workbook without compression, so that the reader opens only what was measured here. */
async function reopened(entries: Iterable<Entry>): Promise<Buffer> {
  const zip = new ZipFile()
  const names = new Set<string>()
  for (const { name, bytes } of entries) {
    if (names.has(name) || !/^[\w[\]. /-]{1,200}$/.test(name) || name.includes('..') || name.startsWith('/'))
      continue
    names.add(name)
    // Pictures and macros are not needed to read cells.
    if (/\.(?:xml|rels)$/.test(name)) zip.addBuffer(bytes, name, { compress: false })
  }
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const broken = () =>
  new SpreadsheetError('Não deu para abrir a planilha. Salve como .xlsx ou .csv e mande de novo.')
const tooLarge = () => new SpreadsheetError('A planilha é grande demais. Mande até 5.000 itens por vez.')
