import type { Candidate } from './candidate.ts'
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
  /** Of the store; hours of other places are turned into it. */
  readonly timezone: string
}

type SourceKind = 'open-delivery' | 'schema-org' | 'spreadsheet'

/** Either a menu or the sentence that says why there is none. */
export type ReadSource =
  | { readonly found: Candidate; readonly kind: SourceKind }
  | { readonly found: null; readonly message: string }

/** Other people's bytes as a menu. Runs in a thread of its own (source-thread.ts). */
export async function readSource({ kind, type, bytes, timezone }: Source): Promise<ReadSource> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return kind === 'spreadsheet' ? fromSpreadsheet(buffer) : fromPage(buffer, type, timezone)
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

function fromPage(bytes: Buffer, type: string, timezone: string): ReadSource {
  const text = new TextDecoder().decode(bytes)
  if (!type.includes('json')) {
    const found = readSchemaOrg(text)
    return found
      ? { found, kind: 'schema-org' }
      : none('Esta página não traz o cardápio em um formato que se possa ler. Mande uma planilha.')
  }
  const document = jsonOrUndefined(text)
  const merchant = readOpenDelivery(document, { timezone, now: new Date() })
  if (merchant) return { found: merchant, kind: 'open-delivery' }
  const found = readJsonLd(document)
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
