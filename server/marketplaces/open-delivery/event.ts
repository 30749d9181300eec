import { lookup } from '../../../contract/shared/lookup.ts'
import type { EventCancellation, EventNews, MarketplaceEvent } from '../marketplace-event.ts'
import { isRecord } from '../sanitise/is-record.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** An event of the standard (docs/marketplaces/open-delivery.md section 3) in our words. It names no merchant: its road does. */
export function openDeliveryEvent(
  { refunds }: Pick<OpenDeliveryProfile, 'refunds'>,
  raw: unknown,
  { receivedAt, merchantId }: { readonly receivedAt: Date; readonly merchantId: string | null },
): MarketplaceEvent {
  const event = isRecord(raw) ? raw : {}
  const code = text(event.eventType) ?? 'UNKNOWN'
  const orderId = text(event.orderId)
  const id = text(event.eventId) ?? ''
  const metadata = isRecord(event.metadata) ? event.metadata : null
  const told = { id, orderId, metadata }
  return {
    id,
    code,
    orderId,
    merchantId,
    at: instant(event.createdAt) ?? receivedAt,
    raw: isRecord(raw) ? raw : { document: raw },
    ...((refunds ? refundNewsOf(code, told) : null) ?? newsOf(code, told)),
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
      return { type: 'dispute-opened', dispute: asked(told, 'CANCELLATION') }
    case 'CANCELLED_DENIED':
      return settled('rejected')
    default:
      return { type: 'other', details: told.metadata }
  }
}

/** What a customer asks for after the order, where the application negotiates it. */
function refundNewsOf(code: string, told: Told): EventNews | null {
  if (code === 'USER_REFUND_REQUEST') return { type: 'dispute-opened', dispute: asked(told, 'REFUND') }
  if (code === 'REFUNDED') return settled('accepted')
  return code === 'REFUND_FAILED' ? settled('rejected') : null
}

/** Of what the order has open: these events name only the order. */
const settled = (state: 'accepted' | 'rejected'): EventNews => ({
  type: 'dispute-settled',
  settlement: { disputeId: null, state, offeredCents: null },
})

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

/** The calls that answer it name the order, so the order's id leads the dispute's. */
function asked({ id, orderId, metadata }: Told, kind: 'CANCELLATION' | 'REFUND') {
  if (orderId === null || id === '') return null
  const end = kind === 'REFUND' ? refundEnd : ''
  return {
    disputeId: `${orderId}${separator}${id}${end}`,
    kind,
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
const refundEnd = ':refund'

export const isAboutRefund = (disputeId: string): boolean => disputeId.endsWith(refundEnd)

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
