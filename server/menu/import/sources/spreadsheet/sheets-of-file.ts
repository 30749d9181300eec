import { charsetOfPage, codePageOf, decodedText } from '../decode-text.ts'
import { broken, openZip, withoutCompression } from './open-zip.ts'
import { pageTables } from './read-page-table.ts'
import { textTable } from './read-text-table.ts'
import { workbookSheets } from './read-workbook.ts'
import { SpreadsheetError, type Sheet } from './sheet.ts'

/**
 * The sheets of a file by what its bytes are; its name counts for nothing.
 * @param isHead whether these titles name an item and a price
 * @throws {SpreadsheetError} for a file that is none, named as what it is
 */
export async function sheetsOfFile(
  bytes: Buffer,
  isHead: (titles: readonly string[]) => boolean,
): Promise<readonly Sheet[]> {
  const start = bytes.subarray(0, 16).toString('latin1')
  if (start.startsWith('PK')) return zipSheets(bytes)
  if (start.startsWith(oldOffice) || isBareExcel(bytes)) return workbookSheets(bytes)
  if (isDbf(bytes)) return workbookSheets(bytes, codePageOf(bytes.subarray(32)))
  const other = otherFiles.find(([mark]) => mark.test(start))
  if (other) throw new SpreadsheetError(other[1])
  return textSheets(bytes, isHead)
}

/** Excel before 1995 wrote its records without a container. */
const isBareExcel = (bytes: Buffer): boolean => bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1)

/** The container of Office before 2007, and of a workbook with a password. */
const oldOffice = '\u00D0\u00CF\u0011\u00E0'

const packed = (what: string) => `Este arquivo é um ${what}. Abra-o e mande a planilha que está dentro.`
const otherFiles: readonly (readonly [mark: RegExp, message: string])[] = [
  [/^%PDF/, 'Este arquivo é um PDF. Mande a planilha de onde ele saiu, ou comece pelo modelo.'],
  [
    /^(?:\u00FF\u00D8\u00FF|\u0089PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif))/s,
    'Este arquivo é uma imagem. Digite o cardápio no modelo e mande de novo.',
  ],
  [/^Rar!/, packed('RAR')],
  [/^7z\u00BC\u00AF/, packed('7z')],
]

async function zipSheets(bytes: Buffer): Promise<readonly Sheet[]> {
  const entries = openZip(bytes)
  const has = (name: RegExp) => entries.some((entry) => name.test(entry.name))
  const type = entries.find(({ name }) => name === 'mimetype')?.bytes.toString('latin1', 0, 100) ?? ''
  if (has(/^xl\//) || has(/^\/?xl\/workbook/) || type.includes('opendocument.spreadsheet'))
    return workbookSheets(await withoutCompression(entries))
  if (has(/\.iwa$/) || has(/^Index\.zip$/))
    throw new SpreadsheetError(
      'Este arquivo é do Numbers. No Numbers, use Exportar para › Excel e mande de novo.',
    )
  if (has(/^word\//) || type.includes('opendocument.text'))
    throw new SpreadsheetError(
      'Este arquivo é um documento de texto (Word ou Google Docs). Copie a tabela para uma planilha e mande de novo.',
    )
  throw entries.length === 0 || has(/^\[Content_Types\]\.xml$/)
    ? broken()
    : new SpreadsheetError(packed('ZIP'))
}

/** dBase and its kin: the kind, a date that can be, and a head whose length fits its fields. */
function isDbf(bytes: Buffer): boolean {
  if (bytes.length < 66 || !dbfKinds.has(bytes[0] ?? 0)) return false
  const [month = 0, day = 0] = [bytes[2], bytes[3]]
  const [head, record] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)]
  return month <= 12 && day <= 31 && head > 64 && head <= bytes.length && record > 1
}
const dbfKinds = new Set([0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8c, 0xcb, 0xf5])

function textSheets(bytes: Buffer, isHead: (titles: readonly string[]) => boolean): readonly Sheet[] {
  const text = decodedText(bytes, charsetOfPage(bytes, null))
  const start = text.slice(0, 20_000).trimStart()
  if (text.includes('\0'))
    throw new SpreadsheetError(
      'Este arquivo não é uma planilha que saibamos abrir. Mande em Excel (.xlsx) ou CSV.',
    )
  if (start.startsWith('ID;P') || /^<\?xml|^<(?:\w+:)?Workbook|^<office:document/.test(start)) {
    if (/^ID;P|urn:schemas-microsoft-com:office:spreadsheet|opendocument:xmlns:office/.test(start))
      return workbookSheets(bytes)
    if (!/<html|<table/i.test(start))
      throw new SpreadsheetError('Este arquivo é um XML de outro sistema. Exporte de novo como Excel ou CSV.')
  }
  if (/^<(?:!doctype|html|head|meta|style|body|div|table|\?xml|!--)/i.test(start)) return savedPage(text)
  if (/^MIME-Version:/i.test(start))
    throw new SpreadsheetError(
      'O arquivo foi salvo como página da web em um arquivo só. Abra no Excel, salve como Excel (.xlsx) e mande de novo.',
    )
  if (start.startsWith('{') && start.includes('docs.google.com'))
    throw new SpreadsheetError(
      'Este arquivo é só um atalho para o Google Planilhas. Nele, use Arquivo › Fazer download › Excel e mande de novo.',
    )
  return [textTable(text, isHead)]
}

function savedPage(html: string): readonly Sheet[] {
  const tables = pageTables(html)
  if (tables.every(({ rows }) => rows.length === 0))
    throw new SpreadsheetError(
      'O arquivo foi salvo como página da web e não tem tabela. Exporte de novo como Excel ou CSV.',
    )
  return tables
}
