import { sanitiseEvent } from './sanitise-event.ts'
import { cleanText } from './fit-to-schema.ts'
import {
  sanitiseAnticipation,
  sanitiseLedgerLine,
  sanitisePayoutWeek,
  sanitiseStatements,
} from './sanitise-ledger.ts'
import type { MerchantLedger, ReadAnticipations } from '../ledger.ts'
import type { EventPolling, Marketplace, MarketplaceOrders } from '../marketplace.ts'
import { MarketplaceError } from '../marketplace-error.ts'
import type {
  ItemThere,
  ListedMerchant,
  MerchantAccount,
  MerchantHours,
  MerchantMenu,
  MerchantPauses,
  MerchantStatuses,
} from '../merchant.ts'
import type { MerchantReviews } from '../review.ts'
import type { SetAside } from './read-each.ts'
import { sanitiseOrder } from './sanitise-order.ts'
import { sanitiseReview } from './sanitise-review.ts'

/**
 * A marketplace whose every answer can be stored, read and shown. The registry wraps each connection in it, so that
 * no marketplace's folder can forget it. Facets that only write are passed on as they are.
 */
export function sanitiseMarketplace(marketplace: Marketplace, now: () => Date): Marketplace {
  const { orders, events, polling, status, pauses, hours, menu, reviews, ledger, account } = marketplace
  return {
    ...marketplace,
    orders: sanitiseOrders(orders, now),
    events: {
      read: (raw, receivedAt) => {
        const event = events.read(raw, receivedAt)
        return event && sanitiseEvent(event, receivedAt)
      },
    },
    polling: polling && sanitisePolling(polling, now),
    status: status && sanitiseStatus(status),
    pauses: pauses && sanitisePauses(pauses),
    hours: hours && sanitiseHours(hours),
    menu: menu && sanitiseMenu(menu),
    reviews: reviews && sanitiseReviews(reviews, marketplace.platform),
    ledger: ledger && sanitiseLedger(ledger),
    account: account && sanitiseAccount(account),
  }
}

/** More says nothing about a store. */
const maxPauses = 50
const maxShifts = 200
const maxItems = 20_000
const maxOptionsOfItem = 2_000

function sanitiseOrders(orders: MarketplaceOrders, now: () => Date): MarketplaceOrders {
  const { cancellationReasons, checkCode } = orders
  return {
    ...orders,
    read: async (externalId) => {
      const order = await orders.read(externalId)
      // The id that we asked for: events and actions name it, whatever the document says.
      return { ...sanitiseOrder(order, now()), externalId }
    },
    cancellationReasons:
      cancellationReasons &&
      (async (externalId) => {
        const reasons = await cancellationReasons(externalId)
        return reasons.map(({ code, description }) => ({ code, description: cleanText(description, 300) }))
      }),
    checkCode:
      checkCode &&
      (async (externalId, code) => {
        const { right, said } = await checkCode(externalId, code)
        return { right, said: wordsOf(said) }
      }),
  }
}

const sanitisePolling = (polling: EventPolling, now: () => Date): EventPolling => ({
  ...polling,
  poll: async (merchantIds, signal, present) => {
    const events = await polling.poll(merchantIds, signal, present)
    return events.map((event) => sanitiseEvent(event, now()))
  },
})

const sanitiseStatus = (statuses: MerchantStatuses): MerchantStatuses => ({
  read: async (merchantId, signal) => {
    const status = await statuses.read(merchantId, signal)
    const failed = status.failed.map(({ check, said }) => ({ check, said: wordsOf(said) }))
    return { ...status, said: wordsOf(status.said), failed }
  },
})

const wordsOf = (said: string | null): string | null => (said === null ? null : cleanText(said, 300))

const sanitisePauses = (pauses: MerchantPauses): MerchantPauses => ({
  ...pauses,
  read: async (merchantId, timezone, signal) => {
    const known = await pauses.read(merchantId, timezone, signal)
    return known.slice(0, maxPauses).map((one) => ({ ...one, words: cleanText(one.words, 120) }))
  },
})

const sanitiseHours = (hours: MerchantHours): MerchantHours => ({
  ...hours,
  read: async (merchantId, signal) => (await hours.read(merchantId, signal)).slice(0, maxShifts),
})

/** Of two things with one id the first one counts. */
const sanitiseMenu = (menu: MerchantMenu): MerchantMenu => ({
  ...menu,
  read: async (merchantId, signal) => {
    const items = new Map<string, ItemThere>()
    for (const item of await menu.read(merchantId, signal))
      if (hasPrice(item) && !items.has(item.itemId))
        items.set(item.itemId, { ...item, ...soundOptions(item) })
    return [...items.values()].slice(0, maxItems)
  },
})

const soundOptions = ({ options }: ItemThere): Pick<ItemThere, 'options'> =>
  options ? { options: options.filter(hasPrice).slice(0, maxOptionsOfItem) } : {}

const hasPrice = ({ priceCents }: Pick<ItemThere, 'priceCents'>): boolean =>
  priceCents === null || (Number.isSafeInteger(priceCents) && priceCents >= 0)

const sanitiseReviews = (reviews: MerchantReviews, platform: string): MerchantReviews => ({
  ...reviews,
  ...(reviews.readSummary && { readSummary: soundSummary(reviews.readSummary, platform) }),
  read: async (merchantId, from, to, aside) =>
    sound(await reviews.read(merchantId, from, to, aside), sanitiseReview, aside),
  readOne: async (merchantId, reviewId) => {
    const review = sanitiseReview(await reviews.readOne(merchantId, reviewId))
    if (!review) throw new MarketplaceError(platform, 'refused', 'a review that cannot be read')
    return review
  },
})

const soundSummary =
  (read: NonNullable<MerchantReviews['readSummary']>, platform: string): typeof read =>
  async (merchantId) => {
    const summary = await read(merchantId)
    const counts = [summary?.counted ?? 0, summary?.total ?? 0]
    const { score } = summary ?? { score: null }
    const isSound =
      counts.every((count) => count >= 0 && count < 2 ** 31) && (score ?? 1) >= 0 && (score ?? 1) <= 5
    if (!isSound) throw new MarketplaceError(platform, 'refused', 'a summary of reviews that cannot be read')
    return summary
  }

const sanitiseLedger = (ledger: MerchantLedger): MerchantLedger => ({
  ...(ledger.readAnticipations && { readAnticipations: soundAnticipations(ledger.readAnticipations) }),
  ...(ledger.statements && { statements: sanitiseStatements(ledger.statements) }),
  readLines: async (merchantId, from, to, aside) =>
    sound(await ledger.readLines(merchantId, from, to, aside), sanitiseLedgerLine, aside),
  readPayouts: async (merchantId, from, to, aside) =>
    sound(await ledger.readPayouts(merchantId, from, to, aside), sanitisePayoutWeek, aside),
})

const soundAnticipations =
  (read: ReadAnticipations): ReadAnticipations =>
  async (merchantId, from, to, aside) =>
    sound(await read(merchantId, from, to, aside), sanitiseAnticipation, aside)

function sound<T>(
  sent: readonly T[],
  sanitise: (one: T) => T | null,
  aside: SetAside | undefined,
): readonly T[] {
  return sent.flatMap((one) => {
    const kept = sanitise(one)
    if (kept === null) aside?.(one)
    return kept ?? []
  })
}

function sanitiseAccount(account: MerchantAccount): MerchantAccount {
  const { listMerchants } = account
  const shown = ({ merchantId, name, address }: ListedMerchant): ListedMerchant => ({
    merchantId,
    name: cleanText(name, 120) || merchantId,
    address: address === null ? null : cleanText(address, 200),
  })
  return {
    ...account,
    listMerchants: listMerchants && (async () => (await listMerchants()).filter(hasStorableId).map(shown)),
    readMerchant: async (merchantId) => ({ ...shown(await account.readMerchant(merchantId)), merchantId }),
  }
}

const hasStorableId = ({ merchantId }: ListedMerchant): boolean => /^[\w.:-]{1,100}$/.test(merchantId)
