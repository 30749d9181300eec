import { sql } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { ChannelRepair } from '../../../contract/stores/channels.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { lookAtMerchant } from '../../marketplaces/channel-health.ts'
import type { MerchantPauses } from '../../marketplaces/merchant.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { merchantsOfStore, type MerchantOfStore } from './merchants.reads.ts'
import { syncChannelHours } from './sync-channel-hours.ts'

interface Asked {
  readonly platform: string
  readonly repair: ChannelRepair
}

/** Does it and looks again, so that the screen shows what came of it. Repeating it is harmless. */
export async function doRepair(deps: Deps, storeId: string, { platform, repair }: Asked): Promise<void> {
  const { merchants, timezone, ours } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const all = await merchantsOfStore(tx, storeId)
    const store = await tx
      .selectFrom('stores')
      .select('timezone')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('channel_pauses')
      .select('interruption_id')
      .where('store_id', '=', storeId)
      .execute()
    return {
      merchants: all.filter((one) => one.platform === platform),
      timezone: store.timezone,
      ours: new Set(rows.map((row) => row.interruption_id)),
    }
  })
  const [first] = merchants
  if (!first) return
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const { pauses } = marketplace
  if (repair === 'reopen' && pauses)
    for (const merchant of merchants) await removeOthers(pauses, merchant, { timezone, ours })
  if (repair === 'close') await pauseAgain(deps, storeId, merchants)
  if (repair === 'write-hours') await syncChannelHours(deps, storeId, platform)
  await lookAtMerchant(deps, marketplace, { merchantId: first.merchantId, storeId }, { repaired: true })
  await publish(deps, storeId)
}

/** Pauses that nothing here wants: made in the marketplace's own app, or left by us. */
async function removeOthers(
  pauses: MerchantPauses,
  { merchantId }: MerchantOfStore,
  { timezone, ours }: { readonly timezone: string; readonly ours: ReadonlySet<string | null> },
): Promise<void> {
  for (const pause of await pauses.read(merchantId, timezone))
    if (!ours.has(pause.id)) await pauses.resume(merchantId, pause.id)
}

/** What was noted of our pause is forgotten: it is compared with the marketplace's list and made again. */
async function pauseAgain(deps: Deps, storeId: string, merchants: readonly MerchantOfStore[]): Promise<void> {
  const ids = merchants.map(({ merchantId }) => merchantId)
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .updateTable('channel_pauses')
      .set({ interruption_id: null, ends_at: null })
      .where('store_id', '=', storeId)
      .where('merchant_id', 'in', ids)
      .execute()
    await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
    // The marketplace follows within seconds; then it is asked again.
    await enqueue(
      tx,
      'channel-repair',
      { platform: merchants[0]?.platform ?? '', repair: 'check' },
      { storeId, lane: storeId, dueAt: new Date(now.getTime() + 3_000) },
    )
  })
}

/** Called after the last attempt: the button is offered again, and the cause says why. */
export async function noteRepairFailed(deps: Deps, storeId: string, { platform }: Asked): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('integrations')
      .set({ health: sql`health - 'repair'` })
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .execute(),
  )
  deps.log.warn({ storeId, channel: withChannel('o', platform) }, 'a channel could not be repaired')
  await publish(deps, storeId)
}

const publish = (deps: Deps, storeId: string): Promise<void> =>
  withStoreScope(deps.cells, [storeId], (tx) => {
    publishStoreEvent(tx, storeId, 'capacity', deps.now())
    return Promise.resolve()
  })
