import { centsFromReais } from '../../../contract/shared/money.ts'
import type { DisputeState } from '../../../contract/orders/disputes.ts'

/**
 * An event of the dispute platform as stored in the order's timeline (docs/marketplaces/ifood.md section
 * 5).
 */
export interface DisputeFact {
  readonly type: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>> | null
}

export interface OpenedDispute {
  readonly partnerId: string
  readonly kind: string
  readonly handshakeType: string | null
  readonly message: string | null
  readonly askedCents: number
  readonly openedAt: Date
  readonly expiresAt: Date | null
  readonly timeoutAction: string | null
  readonly reasons: readonly string[]
  readonly alternatives: readonly {
    readonly id: string
    readonly type: string
    readonly mostCents: number | null
    readonly minutes: readonly number[]
  }[]
}

/** Null for an opening without a dispute id. `orderCents` is the cost of a full cancellation. */
export function readDispute({ at, data }: DisputeFact, orderCents: number): OpenedDispute | null {
  const partnerId = text(data?.disputeId)
  if (partnerId === null) return null
  const kind = text(data?.action) ?? 'UNKNOWN'
  const inner = record(data?.metadata)
  const alternatives = list(data?.alternatives).map((one) => {
    const more = record(one.metadata)
    return {
      id: text(one.id) ?? '',
      type: text(one.type) ?? 'UNKNOWN',
      mostCents: amountOf(more.maxAmount),
      minutes: list(more.allowedsAdditionalTimeInMinutes).flatMap((value) =>
        typeof value === 'number' ? [value] : [],
      ),
    }
  })
  const items = list(inner.items).flatMap((item) => amountOf(record(item).amount) ?? [])
  const offered = alternatives.flatMap((one) => one.mostCents ?? [])
  const asked =
    kind === 'CANCELLATION'
      ? orderCents
      : items.length > 0
        ? items.reduce((sum, cents) => sum + cents, 0)
        : offered.length > 0
          ? Math.max(...offered)
          : orderCents
  const expires = new Date(text(data?.expiresAt) ?? '')
  return {
    partnerId,
    kind,
    handshakeType: text(data?.handshakeType),
    message: text(data?.message),
    askedCents: asked,
    openedAt: at,
    expiresAt: Number.isNaN(expires.getTime()) ? null : expires,
    timeoutAction: text(data?.timeoutAction),
    reasons: list(inner.acceptCancellationReasons).flatMap((reason) =>
      typeof reason === 'string' ? [reason] : [],
    ),
    alternatives: alternatives.filter((one) => one.id !== ''),
  }
}

export interface SettledDispute {
  readonly state: DisputeState
  readonly at: Date
  readonly lostCents: number
  readonly savedCents: number
}

const ends: Readonly<Record<string, DisputeState>> = {
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  ALTERNATIVE_REPLIED: 'countered',
}

/**
 * The state after a settlement event. A counter-offer is not final: it waits for the customer, and the
 * settlement that follows is worth the offered amount. An expiry is worth the amount announced for it.
 */
export function settledState(
  dispute: OpenedDispute,
  settlements: readonly DisputeFact[],
): SettledDispute | null {
  const own = settlements
    .filter((fact) => fact.data?.disputeId === dispute.partnerId && ends[text(fact.data.status) ?? ''])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const stateOf = (fact: DisputeFact) => ends[text(fact.data?.status) ?? ''] ?? 'open'
  const last = own.findLast((fact) => stateOf(fact) !== 'countered') ?? own.at(-1)
  if (!last) return null
  const state = stateOf(last)
  if (state === 'countered') return { state, at: last.at, lostCents: 0, savedCents: 0 }
  const offered = own.map(offerOf).findLast((cents) => cents !== null) ?? null
  const lost =
    state === 'accepted'
      ? Math.min(dispute.askedCents, offered ?? dispute.askedCents)
      : state === 'expired' && dispute.timeoutAction === 'ACCEPT_CANCELLATION'
        ? dispute.askedCents
        : 0
  return { state, at: last.at, lostCents: lost, savedCents: dispute.askedCents - lost }
}

const offerOf = ({ data }: DisputeFact): number | null =>
  amountOf(record(record(data?.selectedDisputeAlternative).metadata).amount)

/** Parses `{ value: "12.90", currency }` or a plain number. */
function amountOf(value: unknown): number | null {
  const bare = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value
  const reais = typeof bare === 'string' ? Number(bare) : bare
  return typeof reais === 'number' && Number.isFinite(reais) ? centsFromReais(reais) : null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : []
