import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { isStorableId } from '../sanitise/sanitise-event.ts'
import type { StoreChannel } from '../marketplace-kind.ts'
import type { PartnerImport } from '../partner-imports.ts'
import { insertEvents } from './keep-events.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

interface RefusedRow {
  readonly original: Buffer | null
  readonly via: string
  readonly code: string
}

/**
 * A person replays a document that was refused: an event is read from its bytes and kept like a new one, and an
 * import reads the merchant again. Throws when it is refused again.
 */
export async function takeRefusedAgain(
  deps: Deps,
  channel: StoreChannel,
  rows: readonly RefusedRow[],
): Promise<void> {
  for (const { original, via, code } of rows) {
    if (original === null) continue
    if (via === 'import') await importAgain(deps, channel.storeId, code)
    else await keepAgain(deps, channel, original)
  }
}

async function keepAgain(deps: Deps, channel: StoreChannel, original: Buffer): Promise<void> {
  const marketplace = await deps.marketplaces.marketplaceFor(channel)
  const event = marketplace.events.read(JSON.parse(original.toString('utf8')), deps.now())
  if (!event || !isStorableId(event.id) || (event.orderId !== null && !isStorableId(event.orderId)))
    throw new Error('O evento continua ilegível.')
  await insertEvents({ deps, platform: channel.platform, via: 'polling' }, [
    { storeId: channel.storeId, event },
  ])
}

const kinds: Readonly<Record<string, PartnerImport['kind']>> = {
  REVIEW: 'reviews',
  LEDGER: 'financial',
  PAYOUT: 'financial',
}

async function importAgain(deps: Deps, storeId: string, code: string): Promise<void> {
  const kind = lookup(kinds, code)
  if (!kind) return
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('partner_imports')
      // From the beginning: the document may be older than what an import reads again.
      .set({ read_to: null, next_at: deps.now() })
      .where('store_id', '=', storeId)
      .where('kind', '=', kind)
      .execute(),
  )
}
