import type { ChannelOperation } from '../../contract/integrations/health.ts'
import type { NotedOperation, NoteOperation } from './marketplace-kind.ts'
import { MarketplaceError, type Marketplace, type MarketplaceFailure } from './marketplace.ts'

interface Watch {
  readonly note: NoteOperation
  readonly now: () => Date
}

type About = Omit<NotedOperation, 'platform' | 'at' | 'failure'>

/** Events that were handed over and not acknowledged yet; the oldest are forgotten. */
const mostRemembered = 20_000

/** A connection whose calls about merchants are noted, however they end. Calls that their caller ended are not. */
export function observed(marketplace: Marketplace, watch: Watch): Marketplace {
  const { platform } = marketplace
  const run = <T>(about: About, work: () => Promise<T>, signal?: AbortSignal) =>
    noting({ ...about, platform, signal }, work, watch)
  const of = (operation: ChannelOperation, merchantId: string): About => ({
    operation,
    merchantIds: [merchantId],
  })
  return {
    ...marketplace,
    ...observedEvents(marketplace, watch),
    merchantStatus: (merchantId, signal) =>
      run(of('status', merchantId), () => marketplace.merchantStatus(merchantId, signal), signal),
    pauseMerchant: (merchantId, pause) =>
      run(of('pause', merchantId), () => marketplace.pauseMerchant(merchantId, pause)),
    resumeMerchant: (merchantId, pauseId) =>
      run(of('pause', merchantId), () => marketplace.resumeMerchant(merchantId, pauseId)),
    readPauses: (merchantId, timezone, signal) =>
      run(of('pause', merchantId), () => marketplace.readPauses(merchantId, timezone, signal), signal),
    readHours: (merchantId, signal) =>
      run(of('hours', merchantId), () => marketplace.readHours(merchantId, signal), signal),
    writeHours: (merchantId, week) =>
      run(of('hours', merchantId), () => marketplace.writeHours(merchantId, week)),
    setItemStatus: (merchantId, itemId, status) =>
      run(of('catalogue', merchantId), () => marketplace.setItemStatus(merchantId, itemId, status)),
    setItemPrice: (merchantId, itemId, cents) =>
      run(of('catalogue', merchantId), () => marketplace.setItemPrice(merchantId, itemId, cents)),
    readReviews: (merchantId, from, to, aside) =>
      run(of('reviews', merchantId), () => marketplace.readReviews(merchantId, from, to, aside)),
    readReview: (merchantId, reviewId) =>
      run(of('reviews', merchantId), () => marketplace.readReview(merchantId, reviewId)),
    answerReview: (merchantId, reviewId, text) =>
      run(of('reviews', merchantId), () => marketplace.answerReview(merchantId, reviewId, text)),
    readLedger: (merchantId, from, to, aside) =>
      run(of('ledger', merchantId), () => marketplace.readLedger(merchantId, from, to, aside)),
    readPayouts: (merchantId, from, to, aside) =>
      run(of('ledger', merchantId), () => marketplace.readPayouts(merchantId, from, to, aside)),
  }
}

/** The same connection for calls about one store's orders, which name no merchant. */
export function observedForStore(marketplace: Marketplace, storeId: string, watch: Watch): Marketplace {
  const run = <T>(operation: ChannelOperation, work: () => Promise<T>) =>
    noting({ platform: marketplace.platform, operation, storeId }, work, watch)
  return {
    ...marketplace,
    readOrder: (externalId) => run('order', () => marketplace.readOrder(externalId)),
    request: (externalId, request) => run('action', () => marketplace.request(externalId, request)),
    cancellationReasons: (externalId) => run('action', () => marketplace.cancellationReasons(externalId)),
    answerDispute: (disputeId, answer) => run('dispute', () => marketplace.answerDispute(disputeId, answer)),
  }
}

/** An acknowledgment names events only, so each event's merchant is remembered until then. */
function observedEvents(
  marketplace: Marketplace,
  watch: Watch,
): Pick<Marketplace, 'pollEvents' | 'acknowledge'> {
  const { platform } = marketplace
  const merchants = new Map<string, string>()
  return {
    pollEvents: async (merchantIds, signal, present) => {
      const about: About = { operation: 'polling', merchantIds, shared: merchantIds.length > 1 }
      const events = await noting(
        { ...about, platform, signal },
        () => marketplace.pollEvents(merchantIds, signal, present),
        watch,
      )
      for (const { id, merchantId } of events) if (merchantId !== null) merchants.set(id, merchantId)
      for (const id of merchants.keys()) {
        if (merchants.size <= mostRemembered) break
        merchants.delete(id)
      }
      return events
    },
    acknowledge: async (eventIds) => {
      const merchantIds = [...new Set(eventIds.flatMap((id) => merchants.get(id) ?? []))]
      const about: About = { operation: 'acknowledgment', merchantIds, shared: merchantIds.length > 1 }
      await noting({ ...about, platform }, () => marketplace.acknowledge(eventIds), watch)
      for (const id of eventIds) merchants.delete(id)
    },
  }
}

async function noting<T>(
  {
    platform,
    signal,
    ...about
  }: About & { readonly platform: string; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
  { note, now }: Watch,
): Promise<T> {
  const noted = (failure: MarketplaceFailure | null, more: Partial<About> = {}) => {
    note({ platform, ...about, ...more, at: now(), failure })
  }
  try {
    const outcome = await work()
    noted(null)
    return outcome
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const { kind, unauthorisedMerchants: refused } = error
    // A time limit is the marketplace's failure, an end of the process is nobody's.
    const stopped = signal?.aborted === true && !isTimeout(signal.reason)
    // Its answer to the request, not a failure of the call.
    const answered = kind === 'refused' || (kind === 'not-found' && about.operation === 'order')
    if (refused.length > 0) noted(kind, { merchantIds: refused, shared: false })
    else if (!stopped && !answered) noted(kind)
    throw error
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'
