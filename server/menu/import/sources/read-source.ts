import type { Candidate } from '../../difference/candidate.ts'
import { charsetOfPage, decodedText } from './decode-text.ts'
import { looseJson } from './page/loose-json.ts'
import { readOpenDelivery } from './read-open-delivery.ts'
import { readJsonLd, readSchemaOrg } from './page/read-schema-org.ts'
import { readSpreadsheet, type SpreadsheetChoices } from './spreadsheet/read-spreadsheet.ts'
import { SpreadsheetError } from './spreadsheet/sheet.ts'

/** What was sent or read, as bytes. */
export interface Source {
  readonly kind: 'page' | 'spreadsheet'
  /** Media type of a page. */
  readonly type: string
  /** Of a page's letters, as its server says; null when it does not. */
  readonly charset?: string | null
  readonly bytes: Uint8Array
  /** Where a page was read; short addresses in it belong to it. */
  readonly address?: string
  /** Of the store; hours of other places are turned into it. */
  readonly timezone: string
  readonly now: Date
  /** What a person said of a spreadsheet after its first reading. */
  readonly choices?: SpreadsheetChoices
}

const noChoices: SpreadsheetChoices = { hidden: false, sheets: [], columns: new Map() }

type SourceKind = 'open-delivery' | 'schema-org' | 'spreadsheet'

/** Either a menu or the sentence that says why there is none. */
export type ReadSource =
  | { readonly found: Candidate; readonly kind: SourceKind }
  | { readonly found: null; readonly message: string }

/** Other people's bytes as a menu. Runs in a child process (source-child.ts). */
export async function readSource(source: Source): Promise<ReadSource> {
  const { kind, bytes } = source
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return kind === 'spreadsheet'
    ? fromSpreadsheet(buffer, source.choices ?? noChoices)
    : fromPage(buffer, source)
}

async function fromSpreadsheet(bytes: Buffer, choices: SpreadsheetChoices): Promise<ReadSource> {
  try {
    const found = await readSpreadsheet(bytes, choices)
    const { spreadsheet } = found
    if (spreadsheet?.lines.items === 0 && spreadsheet.lines.seen === spreadsheet.lines.titles)
      return none('A planilha não tem itens.')
    return { found, kind: 'spreadsheet' }
  } catch (error) {
    if (error instanceof SpreadsheetError) return none(error.message)
    throw error
  }
}

function fromPage(bytes: Buffer, source: Source): ReadSource {
  const { type, timezone, address, now, charset = null } = source
  const text = decodedText(bytes, charsetOfPage(bytes, charset))
  if (!type.includes('json')) {
    const found = readSchemaOrg(text, address)
    return found
      ? { found, kind: 'schema-org' }
      : none('Esta página não traz o cardápio em um formato que se possa ler. Mande uma planilha.')
  }
  const { value: document } = looseJson(text)
  const merchant = readOpenDelivery(document, { timezone, now, address })
  if (merchant) return { found: merchant, kind: 'open-delivery' }
  const found = readJsonLd(document, address)
  return found
    ? { found, kind: 'schema-org' }
    : none('O endereço respondeu, mas não com um cardápio do Open Delivery.')
}

const none = (message: string): ReadSource => ({ found: null, message })

export type { SpreadsheetChoices }
