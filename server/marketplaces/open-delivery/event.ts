import { lookup } from '../../../contract/shared/lookup.ts'
import type { EventCancellation, EventNews, MarketplaceEvent } from '../marketplace-event.ts'
import { isRecord } from '../sanitise/is-record.ts'

/** An event of the standard (docs/marketplaces/open-delivery.md section 3) in our words. It names no merchant: its channel does. */
export function openDeliveryEvent(
  raw: unknown,
  receivedAt: Date,
  merchantId: string | null,
): MarketplaceEvent {
  const event = isRecord(raw) ? raw : {}
  const code = text(event.eventType) ?? 'UNKNOWN'
  const orderId = text(event.orderId)
  const id = text(event.eventId) ?? ''
  const metadata = isRecord(event.metadata) ? event.metadata : null
  return {
    id,
    code,
    orderId,
    merchantId,
    at: instant(event.createdAt) ?? receivedAt,
    raw: isRecord(raw) ? raw : { document: raw },
    ...newsOf(code, { id, orderId, metadata }),
  }
}

interface Told {
  readonly id: string
  readonly orderId: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

function newsOf(code: string, told: Told): EventNews {
  const moved = lookup(moves, code)
  if (moved) return { type: moved }
  switch (code) {
    case 'CANCELLED':
      return { type: 'cancelled', cancellation: cancellationOf(told.metadata ?? {}) }
    case 'CANCELLATION_REQUEST_DENIED':
      return { type: 'cancellation-refused' }
    case 'ORDER_CANCELLATION_REQUEST':
      return { type: 'dispute-opened', dispute: askedCancellation(told) }
    case 'CANCELLED_DENIED':
      return {
        type: 'dispute-settled',
        settlement: { disputeId: null, state: 'rejected', offeredCents: null },
      }
    default:
      return { type: 'other', details: told.metadata }
  }
}

const moves: Readonly<
  Record<
    string,
    Extract<
      EventNews['type'],
      'placed' | 'confirmed' | 'preparing' | 'ready' | 'dispatched' | 'delivered' | 'concluded'
    >
  >
> = {
  CREATED: 'placed',
  CONFIRMED: 'confirmed',
  PREPARING: 'preparing',
  READY_FOR_PICKUP: 'ready',
  DISPATCHED: 'dispatched',
  PICKED_UP: 'delivered',
  DELIVERED: 'delivered',
  CONCLUDED: 'concluded',
}

/** Both of its calls name the order, so the order's id leads the dispute's. */
function askedCancellation({ id, orderId, metadata }: Told) {
  if (orderId === null || id === '') return null
  return {
    disputeId: `${orderId}${separator}${id}`,
    kind: 'CANCELLATION',
    handshakeType: null,
    message: text(metadata?.reason),
    askedCents: null,
    expiresAt: null,
    timeoutAction: null,
    reasons: [],
    alternatives: [],
    claims: [],
    photos: [],
  }
}

const separator = ':'

/** The order that a dispute is about. */
export const orderOfDispute = (disputeId: string): string => disputeId.split(separator)[0] ?? disputeId

function cancellationOf(metadata: Readonly<Record<string, unknown>>): EventCancellation {
  const code = text(metadata.code)
  return {
    reason: text(metadata.reason),
    code,
    responsible: code === null ? 'unknown' : (lookup(responsibles, code) ?? 'store'),
    endsDisputes: true,
  }
}

/** The standard's other reasons are those that a store gives. */
const responsibles: Readonly<Record<string, EventCancellation['responsible']>> = {
  CONSUMER_CANCELLATION_REQUESTED: 'customer',
  OTHER_CANCELLATION_REASON: 'unknown',
  SYSTEMIC_ISSUES: 'marketplace',
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function instant(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}
