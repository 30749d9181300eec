import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { eachInParallel } from '../../marketplaces/each-in-parallel.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { MerchantOfStore } from '../channels/merchants.reads.ts'
import { keepStandBy } from '../channels/keep-stand-by.ts'
import { tellSelling } from '../channels/tell-selling.ts'
import { ownStateOf, type OwnState } from './own-state.reads.ts'
import { reconcile } from './reconcile.ts'
import { wishPace } from './wish.rules.ts'
import { hoursPort, ourPausePort, theirPausePort, type WishedMerchant } from './wish-ports.ts'
import { merchantKinds } from './wish-values.ts'

const merchantsAtOnce = 4

/** The store's pause, or its end, is wished of every marketplace, and made so; one that takes no pause is notified, or suspends it. */
export async function wishPause(deps: Deps, storeId: string): Promise<void> {
  await reconcileStore(deps, storeId, { asked: true, kinds: () => ['pause', 'pause-there'] })
  await tellSelling(deps, storeId)
  await keepStandBy(deps, storeId)
}

/**
 * The store's week of now is wished of every marketplace, and made so; again when a special day comes or goes. One that
 * fetches the store from us, with its hours, reads it again.
 */
export async function wishHours(deps: Deps, storeId: string): Promise<void> {
  await reconcileStore(deps, storeId, { asked: true, kinds: () => ['hours'] })
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const now = deps.now()
    const { merchants, weekTurnsAt: at } = await ownStateOf(tx, storeId, now)
    if (merchants.length === 0) return
    await enqueue(tx, 'menu-news', {}, { storeId, lane: storeId, dueAt: now, key: 'menu-news' })
    if (at)
      await enqueue(
        tx,
        'channel-hours',
        {},
        { storeId, lane: storeId, dueAt: at, key: `turn ${at.toISOString()}` },
      )
  })
}

/** Reads back what is due, and tries again what did not happen. */
export async function lookAtWishes(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  const resting = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('channel_wishes')
      .select(['platform', 'merchant_id', 'kind'])
      .where('store_id', '=', storeId)
      .where('kind', 'in', merchantKinds)
      .where('look_at', '>', now)
      // Later than any look is planned: the clock was set back.
      .where('look_at', '<=', new Date(now.getTime() + 2 * wishPace.readBackMs))
      .execute(),
  )
  const rests = ({ platform, merchantId }: MerchantOfStore, kind: WishKind) =>
    resting.some((row) => row.platform === platform && row.merchant_id === merchantId && row.kind === kind)
  await reconcileStore(deps, storeId, {
    asked: false,
    kinds: (merchant) => merchantKinds.filter((kind) => !rests(merchant, kind)),
  })
}

type WishKind = (typeof merchantKinds)[number]

interface Round {
  readonly asked: boolean
  readonly kinds: (merchant: MerchantOfStore) => readonly WishKind[]
}

/** Every merchant of the store. What is not proved has its next look enqueued. Outside any transaction. */
export async function reconcileStore(deps: Deps, storeId: string, { asked, kinds }: Round): Promise<void> {
  const own = await withStoreScope(deps.cells, [storeId], (tx) => ownStateOf(tx, storeId, deps.now()))
  const looks: number[] = []
  await eachInParallel(own.merchants, merchantsAtOnce, async (merchant) => {
    const due = kinds(merchant)
    const wished = due.length === 0 ? null : await connected(deps, storeId, merchant, own.timezone)
    if (!wished) return
    for (const kind of due) {
      const at = await reconcileKind(wished, kind, own, asked)
      if (at !== null) looks.push(at)
    }
  })
  await enqueueLook(deps, storeId, Math.min(...looks))
}

async function reconcileKind(
  merchant: WishedMerchant,
  kind: WishKind,
  own: OwnState,
  asked: boolean,
): Promise<number | null> {
  if (kind === 'pause') {
    const port = ourPausePort(merchant)
    return (
      port && reconcile(port, { here: new Map([[kind, own.pauseAt(merchant.marketplace.platform)]]), asked })
    )
  }
  if (kind === 'pause-there') {
    const port = theirPausePort(merchant)
    return port && reconcile(port, { here: new Map([[kind, null]]), asked: false })
  }
  const port = hoursPort(merchant)
  return port && reconcile(port, { here: new Map([[kind, own.week]]), asked })
}

/** Null: it is no longer connected. */
async function connected(
  deps: Deps,
  storeId: string,
  { platform, merchantId }: MerchantOfStore,
  timezone: string,
): Promise<WishedMerchant | null> {
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    return { deps, storeId, merchantId, marketplace, timezone }
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    deps.log.warn({ err: error, storeId, platform }, 'wishes of a channel without a connection wait')
    return null
  }
}

/** What rests longer is found by the round of every minute. */
async function enqueueLook(deps: Deps, storeId: string, at: number): Promise<void> {
  const now = deps.now().getTime()
  if (at - now > minuteMs) return
  const dueAt = new Date(Math.ceil(Math.max(at, now + secondMs) / secondMs) * secondMs)
  await withStoreScope(deps.cells, [storeId], (tx) =>
    enqueue(tx, 'channel-wishes', {}, { storeId, lane: storeId, dueAt, key: `look ${dueAt.toISOString()}` }),
  )
}
