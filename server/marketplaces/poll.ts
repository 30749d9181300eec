import { publishedRules } from '../../contract/shared/channels.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { eachInParallel } from './each-in-parallel.ts'
import { keepEvents } from './inbox/keep-events.ts'
import { connectedMerchants, type ConnectedMerchant, type Connection } from './connected-merchants.ts'
import type { EventPolling, Marketplace } from './marketplace.ts'
import { MarketplaceError } from './marketplace-error.ts'

/** Groups that are asked at once. Merchants that failed before have places of their own. */
const groupsAtOnce = 8
const suspectsAtOnce = 8
/** A group that hasn't answered by then is asked again in parts, while the first call goes on. */
const hedgeAfterMs = 700
const callLimitMs = 5_000
const partsOfGroup = 10

/** Merchants whose last poll failed: they are polled alone, so that they delay no other. */
const suspects = new WeakMap<Marketplace, Set<string>>()

/** Which of these stores want to sell now. */
export type WantingStores = (storeIds: readonly string[]) => Promise<ReadonlySet<string>>

/** One round over every marketplace. Returns the stores with pending work. */
export async function pollMarketplaces(
  deps: Deps,
  signal?: AbortSignal,
  wanting?: WantingStores,
): Promise<ReadonlySet<string>> {
  const woken = new Set<string>()
  await Promise.all(
    deps.marketplaces.kinds.map(async ({ platform }) => {
      for (const storeId of await pollMarketplace(deps, platform, signal, wanting)) woken.add(storeId)
    }),
  )
  return woken
}

/**
 * One round over every merchant of a marketplace that is polled. Events are committed, then acknowledged, unknown and
 * repeated ones too. The call is also the heartbeat that keeps a store open: a store that does not want to sell is
 * polled without it, so that its orders go on and it stays closed. The round ends within twice the time limit of a
 * call, whatever the marketplace does.
 */
export async function pollMarketplace(
  deps: Deps,
  platform: string,
  signal?: AbortSignal,
  wanting?: WantingStores,
): Promise<ReadonlySet<string>> {
  const woken = new Set<string>()
  const stop = signal ?? new AbortController().signal
  const connections = await connectedMerchants(deps, platform)
  const shown = await shownStores(deps, connections, wanting)
  const rounds = connections.map(async (connection) => {
    const { polling } = connection.marketplace
    if (polling) await pollConnection({ deps, connection, polling, woken, stop, shown })
  })
  await Promise.all(rounds)
  return woken
}

/** Null: every store. Whether a store wants to sell must never keep another from being polled. */
async function shownStores(
  deps: Deps,
  connections: readonly Connection[],
  wanting: WantingStores | undefined,
): Promise<ReadonlySet<string> | null> {
  if (!wanting) return null
  const ids = connections.flatMap(({ merchants }) => merchants.map(({ storeId }) => storeId))
  try {
    return await wanting([...new Set(ids)])
  } catch (error) {
    deps.log.warn({ err: error }, 'presence of every store, as it is not known which want to sell')
    return null
  }
}

interface Round {
  readonly deps: Deps
  readonly shown: ReadonlySet<string> | null
  readonly connection: Connection
  readonly polling: EventPolling
  readonly woken: Set<string>
  readonly stop: AbortSignal
}

async function pollConnection(round: Round): Promise<void> {
  const { marketplace, merchants } = round.connection
  const failedBefore = suspectsOf(marketplace)
  const steady = merchants.filter(({ merchantId }) => !failedBefore.has(merchantId))
  const visible = (merchant: ConnectedMerchant) => isShown(round, merchant)
  const alone = merchants.filter(({ merchantId }) => failedBefore.has(merchantId))
  const size = round.polling.maxMerchants
  // A poll shows all of its merchants or none.
  const groups = [
    ...chunks(steady.filter(visible), size),
    ...chunks(
      steady.filter((one) => !visible(one)),
      size,
    ),
  ]
  await Promise.all([
    eachInParallel(groups, groupsAtOnce, (group) => pollGroup(round, group)),
    eachInParallel(alone, suspectsAtOnce, (merchant) => pollGroup(round, [merchant])),
  ])
}

/** Where a poll is no heartbeat there is nothing to hide. */
const isShown = ({ shown, connection }: Round, { storeId }: ConnectedMerchant): boolean =>
  shown === null ||
  publishedRules(connection.marketplace.platform)?.offlineAfterSeconds === null ||
  shown.has(storeId)

/** Groups that failed or are slow are asked again in parts, so that one merchant's failure stays its own. */
async function pollGroup(round: Round, group: readonly ConnectedMerchant[]): Promise<void> {
  const calls: Promise<boolean>[] = []
  const ask = (part: readonly ConnectedMerchant[]): Asking => {
    const sure = askMerchants(round, part)
    calls.push(sure)
    // The last step waits for the true answer: there is nothing left to split.
    return { part, sure, soon: part.length === 1 ? sure : Promise.race([sure, slowAnswer()]) }
  }
  if (!(await ask(group).soon)) await pollParts(ask, group)
  await Promise.all(calls)
}

interface Asking {
  readonly part: readonly ConnectedMerchant[]
  readonly sure: Promise<boolean>
  /** False also for an answer that takes too long to wait for. */
  readonly soon: Promise<boolean>
}

type Ask = (part: readonly ConnectedMerchant[]) => Asking

/** Whether any of it answered. */
async function pollParts(ask: Ask, group: readonly ConnectedMerchant[]): Promise<boolean> {
  if (group.length === 1) return false
  const asked = chunks(group, Math.ceil(group.length / partsOfGroup)).map(ask)
  const soon = await Promise.all(asked.map((one) => one.soon))
  // Everything is slow, which says nothing about a single merchant: wait for the true answers.
  const answers = soon.some(Boolean) ? soon : await Promise.all(asked.map((one) => one.sure))
  const open = asked.filter((_, index) => !answers[index])
  const rest = answers.some(Boolean) ? open : await afterLargePart(ask, asked)
  await Promise.all(rest.map(({ part }) => pollParts(ask, part)))
  return answers.some(Boolean) || rest.length > 0
}

/**
 * No part answers. Of large parts each may have a merchant that fails, so one of them is asked in parts too: if some of it
 * answers, the others follow. Otherwise the marketplace is down, and asking for each merchant would not help.
 */
async function afterLargePart(ask: Ask, asked: readonly Asking[]): Promise<readonly Asking[]> {
  const [first, ...others] = asked
  const isLarge = first !== undefined && first.part.length > partsOfGroup
  return isLarge && (await pollParts(ask, first.part)) ? others : []
}

const slowAnswer = () =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => {
      resolve(false)
    }, hedgeAfterMs).unref()
  })

/** One call. False: it failed. */
async function askMerchants(round: Round, merchants: readonly ConnectedMerchant[]): Promise<boolean> {
  const { deps, connection, woken, stop } = round
  const { marketplace } = connection
  const failedBefore = suspectsOf(marketplace)
  const [only] = merchants.length === 1 ? merchants : []
  try {
    const asked = await eventsOf(round, merchants)
    for (const storeId of await keepEvents(deps, marketplace.platform, asked.events, 'polling'))
      woken.add(storeId)
    await acknowledgeAll(
      round.polling,
      [...new Set(asked.events.map((event) => event.id))].filter((id) => id !== ''),
    )
    await noteHeartbeat(deps, marketplace.platform, asked.granted)
    if (only) failedBefore.delete(only.merchantId)
    return true
  } catch (error) {
    if (stop.aborted) return true
    if (only) failedBefore.add(only.merchantId)
    deps.log.warn(
      { err: error, platform: marketplace.platform, merchants: merchants.length, storeId: only?.storeId },
      'polling failed',
    )
    // Asked to slow down: more calls would make it worse.
    return error instanceof MarketplaceError && error.kind === 'throttled'
  }
}

interface Asked {
  readonly events: Awaited<ReturnType<EventPolling['poll']>>
  readonly granted: readonly ConnectedMerchant[]
}

/** A merchant that isn't granted any more is left out, and the others are asked again. */
async function eventsOf(round: Round, merchants: readonly ConnectedMerchant[]): Promise<Asked> {
  if (merchants.length === 0) return { events: [], granted: [] }
  const { deps, polling, stop } = round
  const ids = merchants.map(({ merchantId }) => merchantId)
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(callLimitMs)])
    const present = merchants.some((merchant) => isShown(round, merchant))
    return { events: await polling.poll(ids, signal, present), granted: merchants }
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.unauthorisedMerchants.length === 0) throw error
    const refused = new Set(error.unauthorisedMerchants)
    const granted = merchants.filter(({ merchantId }) => !refused.has(merchantId))
    if (granted.length === merchants.length) throw error
    deps.log.warn({ platform: error.platform, refused: [...refused] }, 'merchants are not granted')
    return eventsOf(round, granted)
  }
}

async function acknowledgeAll(polling: EventPolling, eventIds: readonly string[]): Promise<void> {
  for (const some of chunks(eventIds, polling.maxAcknowledged)) await polling.acknowledge(some)
}

async function noteHeartbeat(
  deps: Deps,
  platform: string,
  merchants: readonly ConnectedMerchant[],
): Promise<void> {
  const storeIds = [...new Set(merchants.map(({ storeId }) => storeId))]
  if (storeIds.length === 0) return
  await withStoreScope(deps.cells, storeIds, (tx) =>
    tx
      .updateTable('integrations')
      .set({ last_polled_at: deps.now() })
      .where('store_id', 'in', storeIds)
      .where('type', '=', platform)
      .execute(),
  )
}

function suspectsOf(marketplace: Marketplace): Set<string> {
  const known = suspects.get(marketplace) ?? new Set<string>()
  suspects.set(marketplace, known)
  return known
}

const chunks = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
