import { withChannel, isPlatform } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { PageRefusedError, readPublicPage, type PageRefusal } from '../../safe-fetch/read-public-page.ts'
import { folded, type Candidate } from '../difference/candidate.ts'
import { readCatalogue } from './sources/read-catalogue.ts'
import { readApart } from './sources/read-apart.ts'
import { columnAnswersOf } from './reread-import.ts'
import type { ColumnAnswers } from './sources/spreadsheet/columns.ts'

type Found =
  | { readonly found: Candidate; readonly kind: string }
  | { readonly found: null; readonly message: string }

interface ImportRow {
  readonly kind: string
  readonly subject: string
  readonly search: string
  readonly file: Buffer | null
  readonly platform: string | null
  readonly timezone: string
  readonly read_hidden: boolean
  readonly read_sheets: string[]
}

const pageTypes = ['text/html', 'application/xhtml+xml', 'application/json', 'application/ld+json']

/** The effect: reads the other menu and keeps what it found, or why it found nothing. Runs again after a crash. */
export async function readImport(deps: Deps, storeId: string, importId: string): Promise<void> {
  const { row, columns } = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    row: await tx
      .selectFrom('menu_imports as i')
      .innerJoin('stores as s', 's.id', 'i.store_id')
      .select(['i.kind', 'i.subject', 'i.search', 'i.file', 'i.platform', 's.timezone'])
      .select(['i.read_hidden', 'i.read_sheets'])
      .where('i.store_id', '=', storeId)
      .where('i.id', '=', importId)
      .where('i.state', '=', 'reading')
      .executeTakeFirst(),
    columns: await columnAnswersOf(tx, storeId),
  }))
  if (!row) return
  const step = (done: number) => note(deps, storeId, importId, { step: done })
  await step(1)
  const result = await readFrom(deps, storeId, { ...row, columns }, step)
  if (!result.found) {
    await note(deps, storeId, importId, { state: 'failed', problem: result.message, file: null })
    return
  }
  await step(3)
  await note(deps, storeId, importId, {
    state: 'ready',
    step: 4,
    found_as: result.kind,
    candidate: JSON.stringify(only(result.found, row.search)),
    // A spreadsheet may be read again as a person says; it goes when it is applied.
  })
}

/** After the last attempt. */
export const noteImportFailed = (deps: Deps, storeId: string, importId: string): Promise<void> =>
  note(deps, storeId, importId, {
    state: 'failed',
    problem: 'Não deu para ler este cardápio agora. Tente de novo.',
    file: null,
  })

async function readFrom(
  deps: Deps,
  storeId: string,
  row: ImportRow & { readonly columns: ColumnAnswers },
  step: (done: number) => Promise<void>,
): Promise<Found> {
  const { timezone } = row
  const now = deps.now()
  if (row.kind === 'spreadsheet') {
    await step(2)
    const choices = { hidden: row.read_hidden, sheets: row.read_sheets, columns: row.columns }
    return readApart(
      { kind: 'spreadsheet', type: '', bytes: row.file ?? Buffer.alloc(0), timezone, now, choices },
      storeId,
    )
  }
  if (row.kind === 'marketplace') return fromMarketplace(deps, storeId, row)
  try {
    const page = await readPublicPage(row.subject, {
      types: pageTypes,
      trustedOrigins: deps.env.MENU_IMPORT_ORIGINS,
    })
    await step(2)
    return await readApart(
      {
        kind: 'page',
        type: page.type,
        bytes: page.bytes,
        address: page.url,
        charset: page.charset,
        timezone,
        now,
      },
      storeId,
    )
  } catch (error) {
    if (!(error instanceof PageRefusedError)) throw error
    deps.log.info({ err: error, storeId }, 'a menu was not read')
    return { found: null, message: refusals[error.reason](error.status) }
  }
}

const refusals: Record<PageRefusal, (status: number | null) => string> = {
  address: () => 'Este endereço não serve. Use um endereço http ou https da internet, sem senha nem porta.',
  'not-public': () => 'Este endereço não fica na internet aberta. Use o endereço que seus clientes abrem.',
  unreachable: () => 'Este endereço não respondeu. Confira se ele abre no navegador.',
  redirects: () => 'Este endereço leva a outros sem parar. Cole o endereço final do cardápio.',
  status: (status) =>
    status === 401 || status === 403
      ? 'Este endereço pede senha. Peça ao sistema um endereço aberto ou mande uma planilha.'
      : `Este endereço respondeu com erro ${String(status ?? '')}. Confira se ele abre no navegador.`,
  type: () => 'Neste endereço não há uma página nem um cardápio do Open Delivery.',
  'too-large': () => 'A página passa de 5\u00a0MB. Mande uma planilha.',
  'too-slow': () => 'O endereço demorou demais para responder. Tente de novo mais tarde.',
}

async function fromMarketplace(deps: Deps, storeId: string, row: ImportRow): Promise<Found> {
  const { platform, subject: merchantId } = row
  if (platform === null || !isPlatform(platform)) throw new Error(`menu import of ${String(platform)}`)
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    if (!marketplace.catalogue)
      return {
        found: null,
        message: `${withChannel('O', platform)} não mostra o cardápio a outros sistemas.`,
      }
    const catalogue = await marketplace.catalogue.read(merchantId)
    return { found: readCatalogue(catalogue, platform, merchantId), kind: 'marketplace' }
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    return { found: null, message: error.words }
  }
}

function only(candidate: Candidate, search: string): Candidate {
  if (search === '') return candidate
  const items = candidate.items.filter((item) => folded(item.name).includes(folded(search)))
  return { ...candidate, items, partial: true }
}

async function note(
  deps: Deps,
  storeId: string,
  importId: string,
  change: Readonly<{
    state?: string
    step?: number
    problem?: string
    file?: null
    found_as?: string
    candidate?: string
  }>,
): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('menu_imports')
      .set(change)
      .where('store_id', '=', storeId)
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .execute(),
  )
}
