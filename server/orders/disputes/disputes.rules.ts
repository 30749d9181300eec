import * as z from 'zod/mini'
import { disputeClaim, type DisputeState } from '../../../contract/orders/disputes.ts'
import { instant } from '../../../contract/shared/day.ts'
import type { OpenedDispute } from '../../marketplaces/marketplace-event.ts'

/** An event of a negotiation as the order's timeline keeps it: our JSON, written by apply-events.ts. */
export interface DisputeFact {
  readonly type: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>> | null
}

const optionalText = z._default(z.nullable(z.string()), null)
const opening = z.object({
  disputeId: z.string(),
  kind: z.string(),
  handshakeType: optionalText,
  message: optionalText,
  askedCents: z._default(z.nullable(z.int()), null),
  expiresAt: z.nullable(instant),
  timeoutAction: optionalText,
  reasons: z.array(z.string()),
  alternatives: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      mostCents: z.nullable(z.int()),
      mostText: z.optional(z.string()),
      minutes: z.array(z.number()),
    }),
  ),
  // Former versions kept neither.
  claims: z._default(z.array(disputeClaim), []),
  photos: z._default(z.array(z.string()), []),
})
const settlement = z.object({
  // Null: of the negotiations that were open.
  disputeId: z.nullable(z.string()),
  state: z.nullable(z.enum(['countered', 'accepted', 'rejected', 'expired'])),
  offeredCents: z._default(z.nullable(z.int()), null),
})

/** An event that names its negotiation and says of it what this version does not know: it neither opens nor ends one. */
export const isOddFact = ({ type, data }: DisputeFact): boolean =>
  typeof data?.disputeId === 'string' &&
  ((type === 'DISPUTE_OPENED' && !z.safeParse(opening, data).success) ||
    (type === 'DISPUTE_SETTLED' && !z.safeParse(settlement, data).success))

export type KeptDispute = Omit<OpenedDispute, 'askedCents' | 'expiresAt'> & {
  readonly askedCents: number
  /** False: no amount could be read, or one above what was paid, so `askedCents` is the most it can be. */
  readonly askedExact: boolean
  readonly openedAt: Date
  readonly expiresAt: Date | null
}

/**
 * The negotiations that the events open, whatever their order. One that is sent again, perhaps with less, counts as it
 * was first, and of two in the same millisecond as the one that names its amount.
 */
export function openedDisputes(facts: readonly DisputeFact[], paidCents: number): readonly KeptDispute[] {
  const disputes = new Map<string, KeptDispute>()
  const opened = facts.filter((fact) => fact.type === 'DISPUTE_OPENED')
  for (const fact of opened.toSorted(byTimeAndContent)) {
    const dispute = readDispute(fact, paidCents)
    if (dispute && !disputes.has(dispute.disputeId)) disputes.set(dispute.disputeId, dispute)
  }
  return [...disputes.values()]
}

function byTimeAndContent(a: DisputeFact, b: DisputeFact): number {
  const unnamed = ({ data }: DisputeFact) => (data?.askedCents === null ? 1 : 0)
  return (
    a.at.getTime() - b.at.getTime() ||
    unnamed(a) - unnamed(b) ||
    (JSON.stringify(a.data) < JSON.stringify(b.data) ? -1 : 1)
  )
}

/**
 * Null for an opening without the id of its negotiation, or one that this version does not know. `paidCents`: what the customer paid, which is also the cost of
 * cancelling the whole order. Nobody can ask for more or be offered more: an amount above it was misread.
 */
function readDispute({ at, data }: DisputeFact, paidCents: number): KeptDispute | null {
  const kept = z.safeParse(opening, data).data
  if (!kept) return null
  const named = kept.askedCents ?? (kept.kind === 'CANCELLATION' ? paidCents : null)
  return {
    ...kept,
    askedCents: Math.min(named ?? paidCents, paidCents),
    askedExact: named !== null && named <= paidCents,
    alternatives: kept.alternatives.filter((one) => (one.mostCents ?? 0) <= paidCents),
    openedAt: at,
    expiresAt: kept.expiresAt === null ? null : new Date(kept.expiresAt),
  }
}

export interface SettledDispute {
  readonly state: DisputeState
  readonly at: Date
  readonly lostCents: number
  readonly savedCents: number
}

const concerns = (named: string | null, { disputeId, openedAt }: KeptDispute, at: Date): boolean =>
  named === null ? at >= openedAt : named === disputeId

/** What settles negotiations: an event of its own, or the cancellation that was asked for. */
export const settlementsOf = (facts: readonly DisputeFact[]): readonly DisputeFact[] =>
  facts.flatMap((fact) => {
    if (fact.type === 'DISPUTE_SETTLED') return [fact]
    const ends = fact.type === 'CANCELLED' && fact.data?.endsDisputes === true
    return ends ? [{ ...fact, data: { disputeId: null, state: 'accepted', offeredCents: null } }] : []
  })

/**
 * The outcome. A counter-offer is not the end: it waits for the customer, and the end that follows is
 * worth the offer. An expiry is worth its announced consequence.
 */
export function settledState(
  dispute: KeptDispute,
  settlements: readonly DisputeFact[],
): SettledDispute | null {
  const own = settlements
    .flatMap(({ at, data }) => {
      const one = z.safeParse(settlement, data).data
      if (!one?.state || !concerns(one.disputeId, dispute, at)) return []
      return [{ ...one, state: one.state, at }]
    })
    .toSorted(
      (a, b) =>
        a.at.getTime() - b.at.getTime() ||
        (a.state + String(a.offeredCents) < b.state + String(b.offeredCents) ? -1 : 1),
    )
  const last = own.findLast((one) => one.state !== 'countered') ?? own.at(-1)
  if (!last) return null
  const { state, at } = last
  if (state === 'countered') return { state, at, lostCents: 0, savedCents: 0 }
  const offered = own.findLast((one) => one.offeredCents !== null)?.offeredCents ?? dispute.askedCents
  const lost =
    state === 'accepted'
      ? Math.min(dispute.askedCents, offered)
      : state === 'expired' && dispute.timeoutAction === 'ACCEPT_CANCELLATION'
        ? dispute.askedCents
        : 0
  return { state, at, lostCents: lost, savedCents: dispute.askedCents - lost }
}

/**
 * What each negotiation cost, by its id: together they never exceed what the customer paid. Counted in the order of
 * their ends, so that it does not depend on when the events arrived.
 */
export function boundedLosses(
  settled: readonly { readonly disputeId: string; readonly end: SettledDispute }[],
  paidCents: number,
): ReadonlyMap<string, number> {
  let left = paidCents
  const losses = new Map<string, number>()
  const ordered = settled.toSorted(
    (a, b) => a.end.at.getTime() - b.end.at.getTime() || (a.disputeId < b.disputeId ? -1 : 1),
  )
  for (const { disputeId, end } of ordered) {
    const lost = Math.min(end.lostCents, left)
    left -= lost
    losses.set(disputeId, lost)
  }
  return losses
}
