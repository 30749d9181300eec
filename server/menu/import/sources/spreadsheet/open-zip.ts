import { inflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { SpreadsheetError } from './sheet.ts'

/** Of the whole workbook, opened: 2,000 items with all their options are a tenth of it. */
const maxOpenedBytes = 32 * 1024 * 1024
const maxEntries = 500

export interface Entry {
  /** With slashes; some programs write backslashes. */
  readonly name: string
  readonly bytes: Buffer
}

/**
 * What the workbook's zip holds, by its central directory. The sizes that it states are not believed: every entry is
 * opened against what is left of one limit, overlapping entries counted each time.
 */
export function openZip(zip: Buffer): readonly Entry[] {
  const opened: Entry[] = []
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
    const name = zip
      .toString('utf8', at + 46, at + 46 + nameLength)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
    const local = zip.readUInt32LE(at + 42)
    at += 46 + nameLength + extra + comment
    if (local + 30 > zip.length || zip.readUInt32LE(local) !== 0x04_03_4b_50) throw broken()
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = inflated(zip.subarray(from, from + packed), method, left)
    left -= content.length
    if (!name.endsWith('/')) opened.push({ name, bytes: content })
  }
  return opened
}

function inflated(packed: Buffer, method: number, maxBytes: number): Buffer {
  if (method === 0 && packed.length <= maxBytes) return packed
  if (method !== 8) throw broken()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(maxBytes, 1) })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken()
  }
}

/** The same workbook without compression, so that the reader opens only what was measured here. */
export async function withoutCompression(entries: readonly Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  const names = new Set<string>()
  for (const { name, bytes } of entries) {
    if (names.has(name) || !/^\P{Cc}{1,200}$/u.test(name) || name.includes('..')) continue
    names.add(name)
    // Pictures and macros are not needed to read cells.
    if (/(?:\.(?:xml|rels|bin)|^mimetype)$/.test(name) && !/vbaProject|printerSettings/.test(name))
      zip.addBuffer(bytes, name, { compress: false })
  }
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

export const broken = () =>
  new SpreadsheetError(
    'Não deu para abrir a planilha: o arquivo está incompleto ou estragado. Abra no Excel, salve como .xlsx e mande de novo.',
  )
const tooLarge = () => new SpreadsheetError('A planilha é grande demais. Mande até 5.000 itens por vez.')
