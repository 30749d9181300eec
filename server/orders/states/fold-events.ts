import { orderStatuses, type OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** One event of an order's life, from any source. Other types (notes, requests) do not change the state. */
export interface OrderFact {
  readonly type: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>> | null
}

export interface FoldedOrder {
  readonly status: OrderStatus
  readonly statusSince: Date
  readonly completedAt: Date | null
  readonly cancelledFrom: OrderStatus | null
  readonly cancellation: Order['cancellation']
  /** A cancellation after the conclusion: the sale stays, and all of it goes back. */
  readonly lateCancellation: Order['cancellation']
}

/** Event type → the status it proves. */
export const statusOfEvent: Readonly<Record<string, OrderStatus>> = Object.fromEntries(
  orderStatuses.map((status) => [status.toUpperCase(), status]),
)

/**
 * The state depends only on the set of events, not on their sequence or repetition. The furthest proven
 * status wins; a cancellation wins over everything except an earlier conclusion, after which it is a refund.
 */
export function foldOrder(facts: readonly OrderFact[]): FoldedOrder | null {
  const first = new Map<OrderStatus, OrderFact>()
  const returned = facts.filter((fact) => fact.type === 'RETURNED')
  for (const fact of facts) {
    const status = lookup(statusOfEvent, fact.type)
    // A step that was undone counts only if it happened again afterwards.
    if (returned.some((back) => back.data?.from === status && back.at >= fact.at)) continue
    const known = status && first.get(status)
    if (status && (!known || isBefore(fact, known))) first.set(status, fact)
  }
  const cancelled = first.get('cancelled')
  const concluded = first.get('concluded')
  const cancels = cancelled && !(concluded && concluded.at < cancelled.at)
  const steps = orderStatuses.filter((status) => status !== 'cancelled' && first.has(status))
  const furthest = steps.at(-1)
  const completed = first.get('delivered') ?? concluded
  if (cancels) {
    const before = steps.filter((status) => (first.get(status)?.at ?? cancelled.at) <= cancelled.at).at(-1)
    return {
      status: 'cancelled',
      statusSince: cancelled.at,
      completedAt: null,
      cancelledFrom: before ?? 'placed',
      cancellation: cancellationOf(cancelled),
      lateCancellation: null,
    }
  }
  const reached = furthest && first.get(furthest)
  if (!furthest || !reached) return null
  return {
    status: furthest,
    statusSince: reached.at,
    completedAt: completed?.at ?? null,
    cancelledFrom: null,
    cancellation: null,
    lateCancellation: cancelled ? cancellationOf(cancelled) : null,
  }
}

/** Ties are broken by content, so that the result does not depend on the sequence. */
function isBefore(a: OrderFact, b: OrderFact): boolean {
  if (a.at.getTime() !== b.at.getTime()) return a.at < b.at
  return JSON.stringify(a.data) < JSON.stringify(b.data)
}

function cancellationOf(fact: OrderFact): Order['cancellation'] {
  const text = (name: string) => {
    const value = lookup(fact.data, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    reason: text('reason') ?? 'Motivo não informado',
    code: text('code'),
    responsible: responsibles.find((one) => one === text('responsible')) ?? 'unknown',
    at: fact.at.toISOString(),
  }
}

const responsibles: readonly NonNullable<Order['cancellation']>['responsible'][] = [
  'store',
  'customer',
  'logistics',
  'marketplace',
  'unknown',
]
