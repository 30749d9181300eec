import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterCommit } from '../../db/after-commit.ts'
import { isContentRefused } from '../../db/content-refused.ts'
import { writeInHalves } from '../../db/in-halves.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { isStorableId } from '../sanitise/sanitise-event.ts'
import { cleanText } from '../sanitise/fit-to-schema.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'
import { jsonText } from '../sanitise/storable.ts'
import { keepRefused, reasonOf } from './keep-refused.ts'

/**
 * Commits events before they are acknowledged. A repeat changes nothing; an event of a merchant without
 * a store is kept apart; one that cannot be kept goes as bytes to the failed rows, and the others of its batch are
 * taken. Returns the stores with pending work.
 */
export async function keepEvents(
  deps: Deps,
  platform: string,
  events: readonly MarketplaceEvent[],
  via: 'polling' | 'webhook',
): Promise<ReadonlySet<string>> {
  const storeOf = await storesOfMerchants(deps, platform, events)
  const known: KnownEvent[] = []
  for (const event of events) {
    const storeId = event.merchantId === null ? undefined : storeOf.get(event.merchantId)
    if (storeId === undefined) await keepStray(deps, platform, event)
    else known.push({ storeId, event })
  }
  return keepKnown({ deps, platform, via }, known)
}

interface KnownEvent {
  readonly storeId: string
  readonly event: MarketplaceEvent
}

interface Source {
  readonly deps: Deps
  readonly platform: string
  readonly via: 'polling' | 'webhook'
}

async function keepKnown(source: Source, known: readonly KnownEvent[]): Promise<ReadonlySet<string>> {
  const { deps, platform, via } = source
  const refused: (KnownEvent & { readonly reason: string })[] = []
  const sound = known.filter((one) => {
    const isSound =
      isStorableId(one.event.id) && (one.event.orderId === null || isStorableId(one.event.orderId))
    if (!isSound) refused.push({ ...one, reason: unsound(one.event) })
    return isSound
  })
  for (const { storeIds } of await deps.cells.parts([...new Set(sound.map((one) => one.storeId))]))
    await writeInHalves(
      sound.filter((one) => storeIds.includes(one.storeId)),
      (some) => insertEvents(source, some),
      (one, error) => refused.push({ ...one, reason: reasonOf(error) }),
    )
  await keepRefused(
    deps,
    refused.map(({ storeId, event, reason }) => {
      return { storeId, platform, via, code: event.code, document: event.raw, reason }
    }),
  )
  return new Set(known.map((one) => one.storeId))
}

const unsound = ({ id }: MarketplaceEvent): string =>
  id === '' ? 'O evento veio sem o seu código.' : 'O evento veio com um código de pedido impossível.'

/** One statement for all of them; throws when PostgreSQL refuses one. */
export async function insertEvents(
  { deps, platform, via }: Source,
  events: readonly KnownEvent[],
): Promise<void> {
  const rows = events.map(({ storeId, event }) => ({
    store_id: storeId,
    event_id: event.id,
    order_external_id: event.orderId,
    code: event.code,
    payload: event.raw,
    partner_at: event.at.toISOString(),
  }))
  const storeIds = [...new Set(rows.map((row) => row.store_id))]
  const now = deps.now()
  await withStoreScope(deps.cells, storeIds, async (tx) => {
    await sql`
      insert into inbox (store_id, source, event_id, order_external_id, code, payload, partner_at, via, next_try_at)
      select store_id, ${platform}, event_id, order_external_id, code, payload, partner_at, ${via}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (store_id uuid, event_id text,
        order_external_id text, code text, payload jsonb, partner_at timestamptz)
      order by store_id, event_id
      on conflict on constraint inbox_pkey do nothing`.execute(tx)
    afterCommit(tx, { queue: 'inbox' })
    await tx
      .updateTable('integrations')
      .set({ last_event_at: now })
      .where('store_id', 'in', storeIds)
      .where('type', '=', platform)
      .execute()
  })
}

/** Nobody's event: its document is kept as JSON, or as JSON text when it cannot be. */
async function keepStray(deps: Deps, platform: string, event: MarketplaceEvent): Promise<void> {
  const text = jsonText(event.raw) ?? ''
  const id = isStorableId(event.id) ? event.id : hashOf(event.id === '' ? text : event.id)
  // Without a store and without an id nobody but the operator can see it.
  if (event.id === '') reportOddRow({ kind: 'document', storeId: null, id, shown: false })
  const insert = (payload: string) =>
    deps.directory
      .insertInto('stray_events')
      .values({
        source: platform,
        event_id: id,
        merchant_id: event.merchantId === null ? null : cleanText(event.merchantId, 200),
        payload,
      })
      .onConflict((conflict) => conflict.constraint('stray_events_pkey').doNothing())
      .execute()
  try {
    await insert(JSON.stringify(event.raw))
  } catch (error) {
    if (!isContentRefused(error)) throw error
    deps.log.warn({ err: error, platform }, 'an event of no store is kept as text')
    await insert(JSON.stringify(text))
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Only our own routes name the store: a payload is never trusted for that. */
async function storesOfMerchants(
  deps: Deps,
  platform: string,
  events: readonly MarketplaceEvent[],
): Promise<ReadonlyMap<string, string>> {
  const named = events.flatMap(({ merchantId }) =>
    merchantId && isStorableId(merchantId) ? [merchantId] : [],
  )
  const merchantIds = [...new Set(named)]
  if (merchantIds.length === 0) return new Map()
  const rows = await deps.directory
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', platform)
    .where('merchant_id', 'in', merchantIds)
    .execute()
  return new Map(rows.map((row) => [row.merchant_id, row.store_id]))
}
