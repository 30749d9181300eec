import { v7 as uuidv7 } from 'uuid'
import type {
  copyMyExternalMenu as copyMyExternalMenuRoute,
  importMenuFile as importMenuFileRoute,
  searchMyMarketplaceMenu as searchMyMarketplaceMenuRoute,
} from '../../../contract/menu/import-menu.ts'
import { storefronts } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { enqueue } from '../../outbox/enqueue.ts'

const keptMs = 7 * 24 * 60 * 60_000

interface Place {
  readonly kind: 'address' | 'spreadsheet' | 'marketplace'
  readonly subject: string
  readonly search?: string
  readonly file?: Buffer
  readonly platform?: string
}

export async function copyMyExternalMenu(
  call: Call<typeof copyMyExternalMenuRoute>,
): Promise<Reply<typeof copyMyExternalMenuRoute>> {
  const { externalMenuUrl } = call.body
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(externalMenuUrl)
    ? externalMenuUrl
    : `https://${externalMenuUrl}`
  const url = URL.parse(given)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    const message = 'Este endereço não serve. Cole o endereço completo, como https://seusite.com.br/cardapio.'
    throw new AppError('validation/refused', { details: [{ path: 'externalMenuUrl', message }] })
  }
  return begin(call, { kind: 'address', subject: url.href })
}

export async function importMenuFile(
  call: Call<typeof importMenuFileRoute>,
): Promise<Reply<typeof importMenuFileRoute>> {
  const { name, content } = call.body
  return begin(call, { kind: 'spreadsheet', subject: name, file: Buffer.from(content, 'base64') })
}

/**
 * Of several merchants the one that is named, else the first whose marketplace shows its menu; a merchant of another store
 * is as none.
 */
export async function searchMyMarketplaceMenu(
  call: Call<typeof searchMyMarketplaceMenuRoute>,
): Promise<Reply<typeof searchMyMarketplaceMenuRoute>> {
  const { deps, storeId, body } = call
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['platform', 'merchant_id'])
    .where('store_id', '=', storeId)
    .orderBy('merchant_id')
    .execute()
  const named = body.merchantId
  const shows = ({ platform }: { readonly platform: string }) => storefronts.some((one) => one === platform)
  const route =
    named === undefined ? (routes.find(shows) ?? routes[0]) : routes.find((one) => one.merchant_id === named)
  if (!route) throw new AppError('menu/no-merchant')
  return begin(call, {
    kind: 'marketplace',
    subject: route.merchant_id,
    search: body.text ?? '',
    platform: route.platform,
  })
}

type BeginCall =
  | Call<typeof copyMyExternalMenuRoute>
  | Call<typeof importMenuFileRoute>
  | Call<typeof searchMyMarketplaceMenuRoute>

/** The preview is read in the background: a page may take seconds to answer. */
async function begin(call: BeginCall, place: Place): Promise<{ importId: string }> {
  const { deps, storeId, caller, now } = call
  const importId = uuidv7()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .deleteFrom('menu_imports')
      .where('store_id', '=', storeId)
      .where('asked_at', '<', new Date(now.getTime() - keptMs))
      .execute()
    await tx
      .insertInto('menu_imports')
      .values({
        store_id: storeId,
        id: importId,
        kind: place.kind,
        subject: place.subject,
        search: place.search ?? '',
        file: place.file ?? null,
        platform: place.platform ?? null,
        asked_by: caller.uid,
        asked_by_name: caller.name,
        asked_at: now,
      })
      .execute()
    await enqueue(tx, 'menu-import', { importId }, { storeId, lane: storeId, dueAt: now })
  })
  return { importId }
}
