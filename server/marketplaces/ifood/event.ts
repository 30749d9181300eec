import { isDeepStrictEqual } from 'node:util'
import { centsFromReais } from '../../../contract/shared/money.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type {
  DisputeAlternative,
  DisputeSettlement,
  EventCancellation,
  EventNews,
  MarketplaceEvent,
  OpenedDispute,
} from '../marketplace-event.ts'
import { deliveryNews } from './couriers/event-of-delivery.ts'

/** iFood's event (docs/marketplaces/ifood.md section 3) in our words. Null for a value without an id. */
export function ifoodEvent(raw: unknown, receivedAt: Date): MarketplaceEvent {
  const event = record(raw)
  const short = text(event.code) ?? 'UNKNOWN'
  const code = text(event.fullCode) ?? short
  const metadata = recordOrNull(event.metadata)
  return {
    id: text(event.id) ?? '',
    code,
    orderId: text(event.orderId),
    merchantId: text(event.merchantId),
    at: instant(event.createdAt) ?? receivedAt,
    raw: recordOrNull(raw) ?? { document: raw },
    ...newsOf(lookup(codes, code) ?? lookup(codes, short) ?? 'other', {
      metadata,
      merchantIds: event.merchantIds,
      codes: [code, short],
    }),
  }
}

const codes: Readonly<Record<string, EventNews['type']>> = {
  PLACED: 'placed',
  PLC: 'placed',
  CONFIRMED: 'confirmed',
  CFM: 'confirmed',
  PREPARATION_STARTED: 'preparing',
  PRS: 'preparing',
  SEPARATION_STARTED: 'preparing',
  SPS: 'preparing',
  READY_TO_PICKUP: 'ready',
  RTP: 'ready',
  DISPATCHED: 'dispatched',
  DSP: 'dispatched',
  DELIVERED: 'delivered',
  CONCLUDED: 'concluded',
  CON: 'concluded',
  CANCELLED: 'cancelled',
  CAN: 'cancelled',
  CANCELLATION_REQUEST_FAILED: 'cancellation-refused',
  CARF: 'cancellation-refused',
  HANDSHAKE_DISPUTE: 'dispute-opened',
  HSD: 'dispute-opened',
  HANDSHAKE_SETTLEMENT: 'dispute-settled',
  HSS: 'dispute-settled',
  ORDER_PATCHED: 'changed',
  OPA: 'changed',
  DELIVERY_ADDRESS_CHANGE_ACCEPTED: 'changed',
  DAA: 'changed',
  SEPARATION_ENDED: 'changed',
  SPE: 'changed',
  KEEPALIVE: 'keep-alive',
}

type Metadata = Readonly<Record<string, unknown>> | null

interface Facts {
  readonly metadata: Metadata
  readonly merchantIds: unknown
  readonly codes: readonly string[]
}

function newsOf(type: EventNews['type'], { metadata, merchantIds, codes: names }: Facts): EventNews {
  switch (type) {
    case 'keep-alive':
      // Without a list the question is about the whole application.
      return Array.isArray(merchantIds)
        ? { type, merchantIds: merchantIds.flatMap((id: unknown) => text(id) ?? []) }
        : { type }
    case 'cancelled':
      return { type, cancellation: cancellationOf(metadata ?? {}) }
    case 'dispute-opened':
      return { type, dispute: openedDispute(metadata ?? {}) }
    case 'dispute-settled':
      return { type, settlement: settlementOf(metadata ?? {}) }
    case 'changed':
      return names.some((name) => name === 'SEPARATION_ENDED' || name === 'SPE')
        ? { type, endsPicking: true }
        : { type }
    case 'other':
      return { type, details: metadata, ...deliveryNews(names, metadata) }
    default:
      return { type }
  }
}

function cancellationOf(metadata: Readonly<Record<string, unknown>>): EventCancellation {
  const first = (...names: string[]) =>
    names.map((name) => text(lookup(metadata, name))).find(Boolean) ?? null
  return {
    reason: first('reason', 'CANCEL_REASON', 'details'),
    code: first('code', 'CANCEL_CODE', 'reason_code'),
    responsible:
      lookup(responsibles, first('responsible', 'CANCEL_ORIGIN', 'ORIGIN')?.toUpperCase() ?? '') ?? 'unknown',
  }
}

const responsibles: Readonly<Record<string, EventCancellation['responsible']>> = {
  STORE: 'store',
  RESTAURANT: 'store',
  MERCHANT: 'store',
  CUSTOMER: 'customer',
  CONSUMER: 'customer',
  USER: 'customer',
  LOGISTICS: 'logistics',
  DRIVER: 'logistics',
  MARKETPLACE: 'marketplace',
  IFOOD: 'marketplace',
  SYSTEM: 'marketplace',
  BACKOFFICE: 'marketplace',
}

/** The negotiation platform (docs/marketplaces/ifood.md section 5). Null for an opening without its id. */
function openedDispute(metadata: Readonly<Record<string, unknown>>): OpenedDispute | null {
  const disputeId = text(metadata.disputeId)
  if (disputeId === null) return null
  const kind = text(metadata.action) ?? 'UNKNOWN'
  const inner = record(metadata.metadata)
  const alternatives = list(metadata.alternatives).map(alternativeOf)
  return {
    disputeId,
    kind,
    handshakeType: text(metadata.handshakeType),
    message: text(metadata.message),
    askedCents: askedCents(kind, askedParts(inner), alternatives),
    expiresAt: instant(metadata.expiresAt),
    timeoutAction: text(metadata.timeoutAction),
    reasons: list(inner.acceptCancellationReasons).flatMap((reason: unknown) => text(reason) ?? []),
    alternatives: alternatives.filter((one) => one.id !== ''),
    claims: askedItems(inner).map(claimOf),
    photos: list(inner.evidences).flatMap((one: unknown) => text(record(one).url) ?? []),
  }
}

/** `index` counts from 1; a place that is no number says nothing. */
function claimOf(part: Part): OpenedDispute['claims'][number] {
  const { index } = part
  return {
    code: text(part.externalCode),
    line: typeof index === 'number' && Number.isSafeInteger(index) && index > 0 ? index : null,
    cents: amountOf(part.amount),
    reason: text(part.reason),
  }
}

function alternativeOf(one: Readonly<Record<string, unknown>>): DisputeAlternative {
  const metadata = record(one.metadata)
  const most = amountText(metadata.maxAmount)
  return {
    id: text(one.id) ?? '',
    type: text(one.type) ?? 'UNKNOWN',
    mostCents: amountOf(metadata.maxAmount),
    ...(most === undefined ? {} : { mostText: most }),
    minutes: list(metadata.allowedsAdditionalTimeInMinutes).flatMap((value: unknown) =>
      typeof value === 'number' ? [value] : [],
    ),
  }
}

type Part = Readonly<Record<string, unknown>>

/**
 * What is asked back: items, and options as `garnishItems`. The published table calls the items `item`, an older page
 * `items`; one that has both names is asked for once.
 */
const askedParts = (metadata: Readonly<Record<string, unknown>>): readonly Part[] => [
  ...askedItems(metadata),
  ...list(metadata.garnishItems),
]

function askedItems(metadata: Readonly<Record<string, unknown>>): readonly Part[] {
  const items = list(metadata.item)
  const others = list(metadata.items).filter((one) => !items.some((known) => isDeepStrictEqual(known, one)))
  return [...items, ...others].map(record)
}

/** Negotiations about time, or about nothing. */
const withoutMoney: readonly string[] = ['PROPOSED_ADDITIONAL_TIME', 'VOID']

/**
 * The sum of the parts asked back, else the most that is offered. Null: a full cancellation, or nothing is named, or one
 * part has no amount that can be read, so it may be the whole order.
 */
function askedCents(
  kind: string,
  parts: readonly Part[],
  alternatives: readonly DisputeAlternative[],
): number | null {
  if (kind === 'CANCELLATION') return null
  const amounts = parts.map((part) => amountOf(record(part).amount))
  if (amounts.includes(null)) return null
  if (amounts.length > 0) return amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)
  const offered = alternatives.flatMap((one) => one.mostCents ?? [])
  if (offered.length > 0) return Math.max(...offered)
  return withoutMoney.includes(kind) ? 0 : null
}

const ends: Readonly<Record<string, DisputeSettlement['state']>> = {
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  ALTERNATIVE_REPLIED: 'countered',
}

function settlementOf(metadata: Readonly<Record<string, unknown>>): DisputeSettlement | null {
  const disputeId = text(metadata.disputeId)
  if (disputeId === null) return null
  return {
    disputeId,
    state: lookup(ends, text(metadata.status) ?? '') ?? null,
    offeredCents: amountOf(record(record(metadata.selectedDisputeAlternative).metadata).amount),
  }
}

/**
 * `{ value: "800", currency }` of a negotiation, also as a bare value. iFood's samples show an integer text and name no
 * unit: such a text is read as centavos, one with a decimal point and a number as reais
 * (docs/marketplaces/ifood.md section 5). No amount above the order is believed (disputes.rules.ts).
 */
function amountOf(value: unknown): number | null {
  const written = amountText(value)
  if (written === undefined) return null
  const amount = Number(written)
  if (!Number.isFinite(amount)) return null
  return /^\d+$/.test(written) ? amount : centsFromReais(amount)
}

function amountText(value: unknown): string | undefined {
  const bare = recordOrNull(value) ? record(value).value : value
  if (typeof bare === 'number') return Number.isInteger(bare) ? bare.toFixed(2) : String(bare)
  return typeof bare === 'string' && bare.trim() !== '' ? bare.trim() : undefined
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const recordOrNull = (value: unknown): Metadata =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
const record = (value: unknown): Readonly<Record<string, unknown>> => recordOrNull(value) ?? {}
const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : []

function instant(value: unknown): Date | null {
  const at = new Date(text(value) ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}
