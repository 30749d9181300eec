import type { ChannelOperation } from '../../contract/integrations/health.ts'
import type { NotedOperation, NoteOperation } from './marketplace-kind.ts'
import type { MerchantDeliveries } from './deliveries.ts'
import type { MerchantLedger } from './ledger.ts'
import type { EventPolling, Marketplace } from './marketplace.ts'
import { MarketplaceError, type MarketplaceFailure } from './marketplace-error.ts'
import type { MerchantHours, MerchantPauses } from './merchant.ts'
import type { MerchantReviews } from './review.ts'

interface Watch {
  readonly note: NoteOperation
  readonly now: () => Date
}

type About = Omit<NotedOperation, 'platform' | 'at' | 'failure'>

/** Events that were handed over and not acknowledged yet; the oldest are forgotten. */
const maxRemembered = 20_000

/** A connection whose calls about merchants are noted, however they end. Calls that their caller ended are not. */
export function observed(marketplace: Marketplace, watch: Watch): Marketplace {
  const { polling, status, pauses, hours, menu, prices, options, reviews, ledger, deliveries } = marketplace
  const note: NoteMerchantCall = (operation, merchantId, work, signal) =>
    noting({ operation, merchantIds: [merchantId], platform: marketplace.platform, signal }, work, watch)
  return {
    ...marketplace,
    polling: polling && observedPolling(polling, marketplace.platform, watch),
    status: status && {
      read: (merchant, signal) => note('status', merchant, () => status.read(merchant, signal), signal),
    },
    pauses: pauses && observedPauses(pauses, note),
    hours: hours && observedHours(hours, note),
    menu: menu && {
      read: (merchant, signal) => note('catalogue', merchant, () => menu.read(merchant, signal), signal),
      setStatus: (merchant, item, wished) =>
        note('catalogue', merchant, () => menu.setStatus(merchant, item, wished)),
    },
    prices: prices && {
      set: (merchant, item, cents) => note('catalogue', merchant, () => prices.set(merchant, item, cents)),
    },
    options: options && {
      setStatus: (merchant, option, wished) =>
        note('catalogue', merchant, () => options.setStatus(merchant, option, wished)),
      setPrice: (merchant, option, cents) =>
        note('catalogue', merchant, () => options.setPrice(merchant, option, cents)),
    },
    reviews: reviews && observedReviews(reviews, note),
    ledger: ledger && observedLedger(ledger, note),
    deliveries: deliveries && observedDeliveries(deliveries, note),
  }
}

/** The same connection for calls about one store's orders, which name no merchant. */
export function observedForStore(marketplace: Marketplace, storeId: string, watch: Watch): Marketplace {
  const { orders, disputes } = marketplace
  const { cancellationReasons, checkCode, couriers, picking } = orders
  const run = <T>(operation: ChannelOperation, work: () => Promise<T>) =>
    noting({ platform: marketplace.platform, operation, storeId }, work, watch)
  return {
    ...marketplace,
    orders: {
      read: (externalId) => run('order', () => orders.read(externalId)),
      request: (externalId, request) => run('action', () => orders.request(externalId, request)),
      cancellationReasons:
        cancellationReasons && ((externalId) => run('action', () => cancellationReasons(externalId))),
      checkCode: checkCode && ((externalId, code) => run('action', () => checkCode(externalId, code))),
      couriers: couriers && {
        offer: (externalId) => run('action', () => couriers.offer(externalId)),
        ask: (externalId, quoteId) => run('action', () => couriers.ask(externalId, quoteId)),
        cancel: (externalId) => run('action', () => couriers.cancel(externalId)),
      },
      picking: picking && {
        start: (externalId) => run('action', () => picking.start(externalId)),
        change: (externalId, change) => run('action', () => picking.change(externalId, change)),
        end: (externalId) => run('action', () => picking.end(externalId)),
      },
    },
    disputes: disputes && {
      answer: (disputeId, answer) => run('dispute', () => disputes.answer(disputeId, answer)),
    },
  }
}

type NoteMerchantCall = <T>(
  operation: ChannelOperation,
  merchantId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

const observedDeliveries = (deliveries: MerchantDeliveries, note: NoteMerchantCall): MerchantDeliveries => ({
  ...deliveries,
  offer: (merchant, to) => note('action', merchant, () => deliveries.offer(merchant, to)),
  ask: (merchant, parcel) => note('action', merchant, () => deliveries.ask(merchant, parcel)),
})

const observedPauses = (pauses: MerchantPauses, note: NoteMerchantCall): MerchantPauses => ({
  ...pauses,
  pause: (merchant, pause) => note('pause', merchant, () => pauses.pause(merchant, pause)),
  resume: (merchant, id) => note('pause', merchant, () => pauses.resume(merchant, id)),
  read: (merchant, timezone, signal) =>
    note('pause', merchant, () => pauses.read(merchant, timezone, signal), signal),
})

const observedHours = (hours: MerchantHours, note: NoteMerchantCall): MerchantHours => ({
  read: (merchant, signal) => note('hours', merchant, () => hours.read(merchant, signal), signal),
  write: (merchant, week) => note('hours', merchant, () => hours.write(merchant, week)),
})

const observedReviews = (reviews: MerchantReviews, note: NoteMerchantCall): MerchantReviews => ({
  read: (merchant, from, to, aside) =>
    note('reviews', merchant, () => reviews.read(merchant, from, to, aside)),
  readOne: (merchant, id) => note('reviews', merchant, () => reviews.readOne(merchant, id)),
  answer: (merchant, id, text) => note('reviews', merchant, () => reviews.answer(merchant, id, text)),
  ...observedSummary(reviews, note),
})

const observedSummary = (
  { readSummary }: MerchantReviews,
  note: NoteMerchantCall,
): Pick<MerchantReviews, 'readSummary'> =>
  readSummary ? { readSummary: (merchant) => note('reviews', merchant, () => readSummary(merchant)) } : {}

const observedLedger = (ledger: MerchantLedger, note: NoteMerchantCall): MerchantLedger => ({
  readLines: (merchant, from, to, aside) =>
    note('ledger', merchant, () => ledger.readLines(merchant, from, to, aside)),
  readPayouts: (merchant, from, to, aside) =>
    note('ledger', merchant, () => ledger.readPayouts(merchant, from, to, aside)),
  ...observedAnticipations(ledger, note),
  ...observedStatements(ledger, note),
})

const observedAnticipations = (
  { readAnticipations: read }: MerchantLedger,
  note: NoteMerchantCall,
): Pick<MerchantLedger, 'readAnticipations'> =>
  read
    ? {
        readAnticipations: (merchant, from, to, aside) =>
          note('ledger', merchant, () => read(merchant, from, to, aside)),
      }
    : {}

const observedStatements = (
  { statements }: MerchantLedger,
  note: NoteMerchantCall,
): Pick<MerchantLedger, 'statements'> =>
  statements
    ? {
        statements: {
          readClosed: (merchant, month) =>
            note('ledger', merchant, () => statements.readClosed(merchant, month)),
          ask: (merchant, month) => note('ledger', merchant, () => statements.ask(merchant, month)),
          read: (merchant, request) => note('ledger', merchant, () => statements.read(merchant, request)),
          readSales: (merchant, from, to) =>
            note('ledger', merchant, () => statements.readSales(merchant, from, to)),
        },
      }
    : {}

/** An acknowledgment names events only, so each event's merchant is remembered until then. */
function observedPolling(polling: EventPolling, platform: string, watch: Watch): EventPolling {
  const merchants = new Map<string, string>()
  return {
    ...polling,
    poll: async (merchantIds, signal, present) => {
      const about: About = { operation: 'polling', merchantIds, shared: merchantIds.length > 1 }
      const events = await noting(
        { ...about, platform, signal },
        () => polling.poll(merchantIds, signal, present),
        watch,
      )
      for (const { id, merchantId } of events) if (merchantId !== null) merchants.set(id, merchantId)
      for (const id of merchants.keys()) {
        if (merchants.size <= maxRemembered) break
        merchants.delete(id)
      }
      return events
    },
    acknowledge: async (eventIds) => {
      const merchantIds = [...new Set(eventIds.flatMap((id) => merchants.get(id) ?? []))]
      const about: About = { operation: 'acknowledgment', merchantIds, shared: merchantIds.length > 1 }
      await noting({ ...about, platform }, () => polling.acknowledge(eventIds), watch)
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
