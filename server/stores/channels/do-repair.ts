import { sql } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { ChannelRepair } from '../../../contract/stores/channels.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { lookAtMerchant } from '../../marketplaces/channel-health.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { openWish } from '../wishes/pause-wish.rules.ts'
import { ownStateOf, type OwnState } from '../wishes/own-state.reads.ts'
import { reconcileStore } from '../wishes/reconcile-store.ts'
import { changeWish } from '../wishes/wish-rows.ts'
import { merchantKinds } from '../wishes/wish-values.ts'
import { renewed } from '../wishes/wish.rules.ts'
import type { MerchantOfStore } from './merchants.reads.ts'

interface Asked {
  readonly platform: string
  readonly repair: ChannelRepair
}

/** A person wishes it once more, and looks again, so that the screen shows what came of it. Repeating it is harmless. */
export async function doRepair(deps: Deps, storeId: string, { platform, repair }: Asked): Promise<void> {
  const own = await withStoreScope(deps.cells, [storeId], (tx) => ownStateOf(tx, storeId, deps.now()))
  const merchants = own.merchants.filter((one) => one.platform === platform)
  const [first] = merchants
  if (!first) return
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  for (const merchant of merchants) await wishAgain(deps, storeId, { merchant, repair, own })
  await reconcileStore(deps, storeId, {
    asked: false,
    kinds: (merchant) => (merchant.platform === platform ? merchantKinds : []),
  })
  await lookAtMerchant(deps, marketplace, { merchantId: first.merchantId, storeId }, { repaired: true })
  if (repair === 'close') await lookSoon(deps, storeId, platform)
  await publish(deps, storeId)
}

async function wishAgain(
  deps: Deps,
  storeId: string,
  {
    merchant,
    repair,
    own,
  }: { readonly merchant: MerchantOfStore; readonly repair: ChannelRepair; readonly own: OwnState },
): Promise<void> {
  const { merchantId, platform } = merchant
  const { week } = own
  const now = deps.now().getTime()
  const place = { storeId, platform, merchantId }
  if (repair === 'reopen' || repair === 'close')
    await changeWish(deps, { ...place, kind: 'pause' }, (wish) => renewed(wish, own.pauseAt(platform), now))
  // Pauses of any origin that nothing here wants.
  if (repair === 'reopen')
    await changeWish(deps, { ...place, kind: 'pause-there' }, (wish) => renewed(wish, openWish, now))
  if (repair === 'write-hours' && week !== null)
    await changeWish(deps, { ...place, kind: 'hours' }, (wish) => renewed(wish, week, now))
  if (repair === 'check')
    for (const kind of merchantKinds)
      await changeWish(deps, { ...place, kind }, (wish) => wish && { ...wish, refusal: null, tries: 0 })
}

/** The marketplace follows within seconds; then its status is asked for again. */
const lookSoon = (deps: Deps, storeId: string, platform: string): Promise<void> =>
  withStoreScope(deps.cells, [storeId], (tx) =>
    enqueue(
      tx,
      'channel-repair',
      { platform, repair: 'check' },
      { storeId, lane: storeId, dueAt: new Date(deps.now().getTime() + 3_000) },
    ),
  )

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
