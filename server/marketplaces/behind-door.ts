import { eventAtDoor } from './event-at-door.ts'
import { cleanText } from './fit-to-schema.ts'
import { ledgerLineAtDoor, payoutWeekAtDoor } from './ledger-at-door.ts'
import {
  MarketplaceError,
  type ListedMerchant,
  type Marketplace,
  type MerchantAccount,
  type SetAside,
} from './marketplace.ts'
import { orderAtDoor } from './order-at-door.ts'
import { reviewAtDoor } from './reviews-at-door.ts'

/**
 * A marketplace whose every answer can be stored, read and shown. The registry puts each connection behind it, so
 * that no marketplace's folder can forget it.
 */
export function behindDoor(marketplace: Marketplace, now: () => Date): Marketplace {
  return {
    ...marketplace,
    readOrder: async (externalId) => {
      const order = await marketplace.readOrder(externalId)
      // The id that we asked for: events and actions name it, whatever the document says.
      return { ...orderAtDoor(order, now()), externalId }
    },
    readEvent: (raw, receivedAt) => {
      const event = marketplace.readEvent(raw, receivedAt)
      return event && eventAtDoor(event, receivedAt)
    },
    pollEvents: async (merchantIds, signal, present) => {
      const events = await marketplace.pollEvents(merchantIds, signal, present)
      return events.map((event) => eventAtDoor(event, now()))
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
    ...importsBehindDoor(marketplace),
    ...(marketplace.account ? { account: accountBehindDoor(marketplace.account) } : {}),
  }
}

/** More says nothing about a store. */
const mostPauses = 50
const mostShifts = 200

const wordsOf = (said: string | null): string | null => (said === null ? null : cleanText(said, 300))

function accountBehindDoor(account: MerchantAccount): MerchantAccount {
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

function importsBehindDoor(
  marketplace: Marketplace,
): Pick<Marketplace, 'readLedger' | 'readPayouts' | 'readReviews' | 'readReview'> {
  return {
    readLedger: async (merchantId, from, to, aside) =>
      sound(await marketplace.readLedger(merchantId, from, to, aside), ledgerLineAtDoor, aside),
    readPayouts: async (merchantId, from, to, aside) =>
      sound(await marketplace.readPayouts(merchantId, from, to, aside), payoutWeekAtDoor, aside),
    readReviews: async (merchantId, from, to, aside) =>
      sound(await marketplace.readReviews(merchantId, from, to, aside), reviewAtDoor, aside),
    readReview: async (merchantId, reviewId) => {
      const review = reviewAtDoor(await marketplace.readReview(merchantId, reviewId))
      if (!review) throw new MarketplaceError(marketplace.platform, 'refused', 'a review that cannot be read')
      return review
    },
  }
}

function sound<T>(
  sent: readonly T[],
  atDoor: (one: T) => T | null,
  aside: SetAside | undefined,
): readonly T[] {
  return sent.flatMap((one) => {
    const taken = atDoor(one)
    if (taken === null) aside?.(one)
    return taken ?? []
  })
}
