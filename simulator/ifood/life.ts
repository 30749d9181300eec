import { channelTable } from '../../contract/shared/channel-table.ts'
import type { KnownOrder, Merchant } from './records.ts'
import { generateOrder, type OrderRequest } from './order-generator.ts'
import type { World } from './world.ts'

const minuteMs = 60_000
const confirmWithinMs = channelTable.ifood.rules.acceptWithinSeconds * 1_000

/** Delays of couriers and customers; short, so that a demo shows progress. */
const courierMs = 45_000
const concludeMs = 60_000

export const cancellationReasons = [
  { cancelCodeId: '501', description: 'Problemas de sistema' },
  { cancelCodeId: '503', description: 'Item indisponível' },
  { cancelCodeId: '504', description: 'Restaurante sem entregador' },
  { cancelCodeId: '506', description: 'Pedido fora da área de entrega' },
  { cancelCodeId: '509', description: 'Dificuldades internas do restaurante' },
  { cancelCodeId: '513', description: 'Restaurante fechou mais cedo' },
]

export function placeOrder(world: World, merchant: Merchant, options: OrderRequest): KnownOrder {
  const now = world.now()
  const ago = options.placedMinutesAgo ?? 0
  const known: KnownOrder = {
    order: generateOrder(merchant, now - ago * minuteMs, options),
    placedAt: now - ago * minuteMs,
    status: 'PLACED',
    visibleAt: now + world.deliveries.orderNotFoundForMs,
  }
  world.orders.set(known.order.id, known)
  if (ago > 0) haveDelivered(world, known, now)
  else world.emit(known, 'PLACED')
  return known
}

/** Share of the time since an order was placed at which each step was; the rest of it the customer has eaten. */
const deliveredSteps = [
  ['PLACED', 0],
  ['CONFIRMED', 0.03],
  ['PREPARATION_STARTED', 0.05],
  ['READY_TO_PICKUP', 0.4],
  ['DISPATCHED', 0.45],
  ['CONCLUDED', 0.75],
] as const

function haveDelivered(world: World, known: KnownOrder, now: number): void {
  for (const [step, share] of deliveredSteps) {
    if (step === 'DISPATCHED' && known.order.orderType === 'TAKEOUT') continue
    const at = known.placedAt + share * (now - known.placedAt)
    known.status = step
    if (step === 'CONCLUDED') known.concludedAt = at
    world.emit(known, step, undefined, at)
  }
}

/**
 * iFood cancels orders that were not confirmed in time (for scheduled ones, from the preparation start).
 */
export function cancelUnconfirmed(world: World): void {
  for (const known of world.orders.values()) {
    const from =
      known.order.orderTiming === 'SCHEDULED'
        ? Date.parse(known.order.preparationStartDateTime)
        : known.placedAt
    if (known.status !== 'PLACED' || world.now() < from + confirmWithinMs) continue
    cancel(world, known, 'SYSTEM', 'Pedido não confirmado a tempo', 'PLACED')
  }
}

export function cancel(world: World, known: KnownOrder, origin: string, reason: string, code: string): void {
  if (known.status === 'CANCELLED' || known.status === 'CONCLUDED') return
  const stage = known.status
  known.status = 'CANCELLED'
  world.emit(known, 'CANCELLED', {
    CANCEL_ORIGIN: origin,
    CANCEL_CODE: code,
    CANCEL_REASON: reason,
    CANCEL_STAGE: stage,
  })
}

const steps = [
  'PLACED',
  'CONFIRMED',
  'PREPARATION_STARTED',
  'READY_TO_PICKUP',
  'DISPATCHED',
  'CONCLUDED',
] as const

/** Applies a store's action; returns false if the order's status does not allow it. */
export function act(world: World, known: KnownOrder, action: string): boolean {
  const target = {
    confirm: 'CONFIRMED',
    startPreparation: 'PREPARATION_STARTED',
    readyToPickup: 'READY_TO_PICKUP',
    dispatch: 'DISPATCHED',
  }[action] as KnownOrder['status'] | undefined
  if (!target || known.status === 'CANCELLED') return false
  const at = steps.indexOf(known.status as (typeof steps)[number])
  const to = steps.indexOf(target as (typeof steps)[number])
  // Repeating an action is harmless.
  if (at >= to) return true
  if (action !== 'confirm' && known.status === 'PLACED') return false
  if (action === 'dispatch' && known.order.orderType === 'TAKEOUT') return false
  world.later(world.env.actionDelayMs, () => {
    if (known.status === 'CANCELLED' || steps.indexOf(known.status as (typeof steps)[number]) >= to) return
    known.status = target
    world.emit(known, target)
    continueOrder(world, known)
  })
  return true
}

/** Continues with the steps of couriers and customers. */
function continueOrder(world: World, known: KnownOrder): void {
  const byIfood = known.order.delivery?.deliveredBy === 'IFOOD'
  if (known.status === 'READY_TO_PICKUP' && byIfood) {
    world.later(courierMs, () => {
      if (known.status !== 'READY_TO_PICKUP') return
      known.status = 'DISPATCHED'
      world.emit(known, 'DISPATCHED')
      continueOrder(world, known)
    })
  }
  const customerHasIt =
    known.status === 'DISPATCHED' ||
    (known.status === 'READY_TO_PICKUP' && known.order.orderType === 'TAKEOUT')
  if (!customerHasIt) return
  world.later(concludeMs, () => {
    if (known.status === 'CANCELLED' || known.status === 'CONCLUDED') return
    conclude(world, known)
  })
}

/** What the customer says at the door: the order's number, so that a visitor of the demo knows it. */
export const deliveryCodeOf = ({ order }: KnownOrder): string => order.displayId.padStart(4, '0')

export function conclude(world: World, known: KnownOrder): void {
  if (known.status === 'CANCELLED' || known.status === 'CONCLUDED') return
  known.status = 'CONCLUDED'
  known.concludedAt = world.now()
  world.emit(known, 'CONCLUDED')
  if (world.lively) world.afterSale(known)
}
