import { minuteMs } from '../../contract/shared/durations.ts'
import type { OrderStatus } from '../../contract/orders/kinds.ts'
import type { Order } from '../../contract/orders/orders.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'

const cancelReasons = [
  { reason: 'Demora no preparo', responsible: 'store', weight: 30 },
  { reason: 'Item em falta', responsible: 'store', weight: 22 },
  { reason: 'O cliente pediu para cancelar', responsible: 'customer', weight: 30 },
  { reason: 'Sem entregador disponível', responsible: 'logistics', weight: 12 },
  { reason: 'Pagamento não aprovado', responsible: 'marketplace', weight: 6 },
] as const

export interface LifeInput {
  readonly store: DemoStore
  readonly at: Date
  readonly random: Random
  /** Null: the order runs to its end. */
  readonly stopsAt: OrderStatus | null
}

interface Life {
  readonly status: OrderStatus
  readonly since: Date
  readonly completedAt: Date | null
  readonly cancelledFrom: OrderStatus | null
  readonly cancellation: Order['cancellation']
  readonly events: readonly {
    readonly type: string
    readonly at: Date
    readonly data?: Record<string, unknown>
  }[]
}

/** How far an order has come, and when each step was. */
export function timelineOf(
  { store, at, random, stopsAt }: LifeInput,
  type: Order['type'],
  promise: number,
): Life {
  const total = promise * minuteMs * random.between(0.55, random.chance(0.16) ? 1.45 : 0.98)
  const moment = (share: number) => new Date(at.getTime() + total * share)
  const steps: { status: OrderStatus; at: Date }[] = [
    { status: 'placed', at },
    { status: 'confirmed', at: new Date(at.getTime() + random.between(0.3, 3) * minuteMs) },
    { status: 'preparing', at: moment(0.12) },
    { status: 'ready', at: moment(0.55) },
    ...(type === 'DELIVERY' ? [{ status: 'dispatched' as const, at: moment(0.65) }] : []),
    ...(type === 'INDOOR' ? [] : [{ status: 'delivered' as const, at: moment(1) }]),
    { status: 'concluded', at: type === 'INDOOR' ? moment(1) : moment(1.05) },
  ]
  if (stopsAt === null && random.chance(store.cancelShare)) {
    const from = random.weighted<number>(
      [
        [0, 40],
        [1, 30],
        [2, 30],
      ],
      0,
    )
    const reached = steps.slice(0, from + 1)
    const last = reached.at(-1) ?? { status: 'placed' as const, at }
    const chosen = random.weighted(
      cancelReasons.map((reason) => [reason, reason.weight] as const),
      cancelReasons[0],
    )
    const when = new Date(last.at.getTime() + random.between(1, 9) * minuteMs)
    const data = { reason: chosen.reason, responsible: chosen.responsible }
    return {
      status: 'cancelled',
      since: when,
      completedAt: null,
      cancelledFrom: last.status,
      cancellation: {
        reason: chosen.reason,
        code: null,
        responsible: chosen.responsible,
        at: when.toISOString(),
      },
      events: [...reached.map(eventOf), { type: 'CANCELLED', at: when, data }],
    }
  }
  const wanted = steps.findIndex((step) => step.status === (stopsAt ?? 'concluded'))
  // Orders that skip the given status stop at ready.
  const until = wanted === -1 ? steps.findIndex((step) => step.status === 'ready') : wanted
  const reached = steps.slice(0, until + 1)
  const last = reached.at(-1) ?? { status: 'placed' as const, at }
  return {
    status: last.status,
    since: last.at,
    completedAt:
      reached.find((step) => step.status === 'delivered' || step.status === 'concluded')?.at ?? null,
    cancelledFrom: null,
    cancellation: null,
    events: reached.map(eventOf),
  }
}

const eventOf = (step: { status: OrderStatus; at: Date }) => ({
  type: step.status.toUpperCase(),
  at: step.at,
})
