import type { Candidate } from '../../difference/candidate.ts'
import { readOpenDelivery } from './read-open-delivery.ts'
import { readJsonLd, readSchemaOrg } from './read-schema-org.ts'
import { readSpreadsheet, SpreadsheetError } from './read-spreadsheet.ts'
import { readTable } from './read-table.ts'

/** What was sent or read, as bytes. */
export interface Source {
  readonly kind: 'page' | 'spreadsheet'
  /** Media type of a page. */
  readonly type: string
  readonly bytes: Uint8Array
  /** Where a page was read; short addresses in it belong to it. */
  readonly address?: string
  /** Of the store; hours of other places are turned into it. */
  readonly timezone: string
  readonly now: Date
}

type SourceKind = 'open-delivery' | 'schema-org' | 'spreadsheet'

/** Either a menu or the sentence that says why there is none. */
export type ReadSource =
  | { readonly found: Candidate; readonly kind: SourceKind }
  | { readonly found: null; readonly message: string }

/** Other people's bytes as a menu. Runs in a child process (source-child.ts). */
export async function readSource(source: Source): Promise<ReadSource> {
  const { kind, bytes } = source
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return kind === 'spreadsheet' ? fromSpreadsheet(buffer) : fromPage(buffer, source)
}

async function fromSpreadsheet(bytes: Buffer): Promise<ReadSource> {
  try {
    const sheets = await readSpreadsheet(bytes)
    const found = sheets.map(readTable).find((one) => one !== null)
    if (!found) return none('A primeira linha precisa dizer as colunas: Item e Preço. Comece pelo modelo.')
    if (found.items.length === 0 && found.problems.length === 0) return none('A planilha não tem itens.')
    return { found, kind: 'spreadsheet' }
  } catch (error) {
    if (error instanceof SpreadsheetError) return none(error.message)
    throw error
  }
}

function fromPage(bytes: Buffer, { type, timezone, address, now }: Source): ReadSource {
  const text = new TextDecoder().decode(bytes)
  if (!type.includes('json')) {
    const found = readSchemaOrg(text, address)
    return found
      ? { found, kind: 'schema-org' }
      : none('Esta página não traz o cardápio em um formato que se possa ler. Mande uma planilha.')
  }
  const document = jsonOrUndefined(text)
  const merchant = readOpenDelivery(document, { timezone, now, address })
  if (merchant) return { found: merchant, kind: 'open-delivery' }
  const found = readJsonLd(document, address)
  return found
    ? { found, kind: 'schema-org' }
    : none('O endereço respondeu, mas não com um cardápio do Open Delivery.')
}

const none = (message: string): ReadSource => ({ found: null, message })

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
