import { sanitiseEvent } from './sanitise-event.ts'
import { cleanText } from './fit-to-schema.ts'
import { sanitiseLedgerLine, sanitisePayoutWeek } from './sanitise-ledger.ts'
import {
  MarketplaceError,
  type ListedMerchant,
  type Marketplace,
  type MerchantAccount,
  type SetAside,
} from '../marketplace.ts'
import { sanitiseOrder } from './sanitise-order.ts'
import { sanitiseReview } from './sanitise-review.ts'

/**
 * A marketplace whose every answer can be stored, read and shown. The registry wraps each connection in it, so that
 * no marketplace's folder can forget it.
 */
export function sanitiseMarketplace(marketplace: Marketplace, now: () => Date): Marketplace {
  return {
    ...marketplace,
    readOrder: async (externalId) => {
      const order = await marketplace.readOrder(externalId)
      // The id that we asked for: events and actions name it, whatever the document says.
      return { ...sanitiseOrder(order, now()), externalId }
    },
    readEvent: (raw, receivedAt) => {
      const event = marketplace.readEvent(raw, receivedAt)
      return event && sanitiseEvent(event, receivedAt)
    },
    pollEvents: async (merchantIds, signal, present) => {
      const events = await marketplace.pollEvents(merchantIds, signal, present)
      return events.map((event) => sanitiseEvent(event, now()))
    },
    cancellationReasons: async (externalId) => {
      const reasons = await marketplace.cancellationReasons(externalId)
      return reasons.map(({ code, description }) => ({ code, description: cleanText(description, 300) }))
    },
    merchantStatus: async (merchantId, signal) => {
      const status = await marketplace.merchantStatus(merchantId, signal)
      const failed = status.failed.map(({ check, said }) => ({ check, said: wordsOf(said) }))
      return { ...status, said: wordsOf(status.said), failed }
    },
    readPauses: async (merchantId, timezone, signal) => {
      const pauses = await marketplace.readPauses(merchantId, timezone, signal)
      return pauses.slice(0, mostPauses).map((one) => ({ ...one, words: cleanText(one.words, 120) }))
    },
    readHours: async (merchantId, signal) => {
      const shifts = await marketplace.readHours(merchantId, signal)
      return shifts.slice(0, mostShifts)
    },
    ...sanitiseImports(marketplace),
    ...(marketplace.account ? { account: sanitiseAccount(marketplace.account) } : {}),
  }
}

/** More says nothing about a store. */
const mostPauses = 50
const mostShifts = 200

const wordsOf = (said: string | null): string | null => (said === null ? null : cleanText(said, 300))

function sanitiseAccount(account: MerchantAccount): MerchantAccount {
  const shown = ({ merchantId, name, address }: ListedMerchant): ListedMerchant => ({
    merchantId,
    name: cleanText(name, 120) || merchantId,
    address: address === null ? null : cleanText(address, 200),
  })
  return {
    ...account,
    listMerchants: async () => (await account.listMerchants()).filter(hasStorableId).map(shown),
    readMerchant: async (merchantId) => ({ ...shown(await account.readMerchant(merchantId)), merchantId }),
  }
}

const hasStorableId = ({ merchantId }: ListedMerchant): boolean => /^[\w.:-]{1,100}$/.test(merchantId)

function sanitiseImports(
  marketplace: Marketplace,
): Pick<Marketplace, 'readLedger' | 'readPayouts' | 'readReviews' | 'readReview'> {
  return {
    readLedger: async (merchantId, from, to, aside) =>
      sound(await marketplace.readLedger(merchantId, from, to, aside), sanitiseLedgerLine, aside),
    readPayouts: async (merchantId, from, to, aside) =>
      sound(await marketplace.readPayouts(merchantId, from, to, aside), sanitisePayoutWeek, aside),
    readReviews: async (merchantId, from, to, aside) =>
      sound(await marketplace.readReviews(merchantId, from, to, aside), sanitiseReview, aside),
    readReview: async (merchantId, reviewId) => {
      const review = sanitiseReview(await marketplace.readReview(merchantId, reviewId))
      if (!review) throw new MarketplaceError(marketplace.platform, 'refused', 'a review that cannot be read')
      return review
    },
  }
}

function sound<T>(
  sent: readonly T[],
  sanitise: (one: T) => T | null,
  aside: SetAside | undefined,
): readonly T[] {
  return sent.flatMap((one) => {
    const taken = sanitise(one)
    if (taken === null) aside?.(one)
    return taken ?? []
  })
}
