import { dayMs } from '../../../contract/shared/durations.ts'
import * as z from 'zod/mini'
import { dispute, maxDisputePhotos } from '../../../contract/orders/disputes.ts'
import { orderAddress, orderCancellation } from '../../../contract/orders/orders.ts'
import { cents } from '../../../contract/shared/money.ts'
import { cleanText, fitTo, plausibleInstant } from './fit-to-schema.ts'
import type {
  DisputeSettlement,
  EventCancellation,
  EventNews,
  MarketplaceEvent,
  OpenedDispute,
} from '../marketplace-event.ts'
import { isRecord } from './is-record.ts'
import { storable } from './storable.ts'

const maxIdLength = 200

/** An id is compared and looked up: one that had to be changed would be another's. */
export const isStorableId = (id: string): boolean =>
  id !== '' && id.length <= maxIdLength && cleanText(id) === id

/** An event that can be stored and applied. Its ids stay as they were sent: `keepEvents` sets odd ones aside. */
export function sanitiseEvent(sent: MarketplaceEvent, receivedAt: Date): MarketplaceEvent {
  const at = plausibleInstant(sent.at)
  return {
    id: sent.id,
    code: cleanText(sent.code, 100),
    orderId: sent.orderId,
    merchantId: sent.merchantId,
    at: at !== null && at.getTime() < receivedAt.getTime() + dayMs ? at : receivedAt,
    raw: storable(sent.raw),
    ...sanitiseNews(sent),
  }
}

const cancellation = z.omit(orderCancellation, { at: true })
const openedDispute = z.strictObject({
  kind: dispute.shape.kind,
  handshakeType: dispute.shape.timeoutAction,
  message: dispute.shape.message,
  askedCents: z.nullable(cents),
  timeoutAction: dispute.shape.timeoutAction,
  reasons: dispute.shape.acceptReasons,
  alternatives: dispute.shape.alternatives,
  claims: dispute.shape.claims,
})

function sanitiseNews(news: EventNews): EventNews {
  switch (news.type) {
    case 'cancelled':
      return { type: news.type, cancellation: sanitiseCancellation(news.cancellation) }
    case 'dispute-opened':
      return { type: news.type, dispute: news.dispute && sanitiseDispute(news.dispute) }
    case 'dispute-settled':
      return { type: news.type, settlement: news.settlement && sanitiseSettlement(news.settlement) }
    case 'other':
      return {
        ...news,
        details: isRecord(news.details) ? storable(news.details) : null,
        ...(news.dropCode === undefined ? {} : { dropCode: cleanText(news.dropCode, 60) }),
        ...(news.asksAddress ? { asksAddress: fitTo(orderAddress, news.asksAddress)?.value ?? null } : {}),
      }
    case 'keep-alive':
      return news.merchantIds ? { ...news, merchantIds: news.merchantIds.slice(0, maxAsked) } : news
    default:
      return news
  }
}

/** More merchants than any marketplace asks about at once. */
const maxAsked = 10_000

function sanitiseCancellation(sent: EventCancellation): EventCancellation {
  const fitted = fitTo(cancellation, { ...sent, reason: sent.reason ?? '' })?.value
  const reason = fitted?.reason ? fitted.reason : null
  const ends = sent.endsDisputes ? { endsDisputes: true } : {}
  return { code: null, responsible: 'unknown', ...fitted, reason, ...ends }
}

function sanitiseSettlement(sent: DisputeSettlement): DisputeSettlement | null {
  if (sent.disputeId !== null && !isStorableId(sent.disputeId)) return null
  return { ...sent, offeredCents: fitTo(z.nullable(cents), sent.offeredCents)?.value ?? null }
}

function sanitiseDispute(sent: OpenedDispute): OpenedDispute | null {
  const fitted = fitTo(openedDispute, sent)
  if (!fitted || !isStorableId(sent.disputeId)) return null
  // An alternative's id is sent back to the marketplace: one that had to be cut is none.
  const alternatives = fitted.value.alternatives.filter((one) =>
    sent.alternatives.some(({ id }) => id === one.id),
  )
  const expiresAt = sent.expiresAt && plausibleInstant(sent.expiresAt)
  const photos = sent.photos.filter(isPhotoAddress).slice(0, maxDisputePhotos)
  return { ...fitted.value, alternatives, photos, disputeId: sent.disputeId, expiresAt }
}

/** An address that had to be cut leads nowhere. */
const isPhotoAddress = (address: string): boolean =>
  address.length <= 2_000 && cleanText(address) === address && /^https?:\/\//.test(address)
