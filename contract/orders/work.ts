import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { orderStatuses } from './kinds.ts'
import { orderView } from './orders.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

const orderParams = z.strictObject({ orderId: z.uuid('Pedido inválido.') })
const ids = z
  .array(z.uuid('Pedido inválido.'))
  .check(z.minLength(1, 'Escolha ao menos um pedido.'), z.maxLength(50, 'Até 50 pedidos por vez.'))

/** The panel offers the undo for 6 s; the server allows a few more for network latency. */
export const returnWindowSeconds = 6

export const undoStep = route({
  name: 'undoStep',
  method: 'POST',
  path: '/orders/{orderId}/return',
  summary:
    'Takes back the own step that led to `from`, if it is the last of an own-channel order, within seconds',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  /** Without the status it would take back an earlier step when it arrives before the one it is meant for. */
  body: z.strictObject({ from: z.enum(orderStatuses, 'Etapa inválida.') }),
  reply: orderView,
  errors: ['store/not-found', 'order/not-found', 'order/invalid-transition', 'order/partner-decides'],
  idempotency: 'accepted',
})

export const motoboyView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Given to them and not delivered. */
  openOrders: z.int(),
  /** Display ids of the orders that they are on the road with; empty: they are in the shop. */
  outWith: z.array(z.string()),
  onShift: z.boolean(),
  /** The later of the start of their shift and their last delivery of the day; null: neither. */
  freeSince: z.nullable(instant),
})
export type MotoboyView = z.output<typeof motoboyView>

export const readMotoboys = route({
  name: 'readMotoboys',
  method: 'GET',
  path: '/orders/motoboys',
  summary: "The store's active couriers, with what each has in hand: who has waited longest first",
  access: { kind: 'store', role: 'basic' },
  reply: z.strictObject({ motoboys: z.array(motoboyView) }),
  errors: ['store/not-found'],
})

export const knownItem = z.strictObject({
  externalCode: z.nullable(z.string()),
  name: z.string(),
  /** Average unit price; the person can change it. */
  unitPriceCents: z.int(),
})

/** Best-selling items of the last 60 days, suggested while an order is typed in. */
export const readKnownItems = route({
  name: 'readKnownItems',
  method: 'GET',
  path: '/orders/known-items',
  summary: 'Items that the store sold in the last 60 days, best first, at most 300',
  access: { kind: 'store', role: 'basic' },
  reply: z.strictObject({ items: z.array(knownItem) }),
  errors: ['store/not-found'],
})

/** Accepts several orders, because several can leave on one route. Null unassigns the courier. */
export const assignMotoboy = route({
  name: 'assignMotoboy',
  method: 'POST',
  path: '/orders/motoboy',
  summary: 'Gives orders to one of the store’s couriers: all of them or none',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({ orderIds: ids, motoboyId: z.nullable(z.uuid()) }),
  reply: z.strictObject({ orders: z.array(orderView) }),
  errors: [
    'store/not-found',
    'order/not-found',
    'order/invalid-transition',
    'order/partner-decides',
    'order/motoboy-not-found',
  ],
  idempotency: 'accepted',
})

export const noteOrder = route({
  name: 'noteOrder',
  method: 'POST',
  path: '/orders/{orderId}/note',
  summary: "Keeps a note of the store's with the order; an empty one takes it away",
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: z.strictObject({
    text: z
      .string('Escreva a observação.')
      .check(z.trim(), z.maxLength(300, 'A observação pode ter até 300 caracteres.')),
  }),
  reply: orderView,
  errors: ['store/not-found', 'order/not-found'],
  idempotency: 'accepted',
})

/** Each order moves independently: one that cannot move returns its reason and the others still move. */
export const advanceOrders = route({
  name: 'advanceOrders',
  method: 'POST',
  path: '/orders/advance',
  summary: 'The same step for several orders of a store',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({
    orderIds: ids,
    action: z.enum(['confirm', 'startPreparation', 'ready', 'dispatch', 'deliver', 'conclude']),
    /** Version seen of each order (see `seenVersion`). */
    versions: z.optional(z.record(z.uuid(), seenRevision().check(z.positive()))),
  }),
  reply: z.strictObject({
    results: z.array(
      z.strictObject({
        orderId: z.uuid(),
        order: z.nullable(orderView),
        refusal: z.nullable(z.strictObject({ error: z.string(), message: z.string() })),
      }),
    ),
  }),
  errors: ['store/not-found'],
  idempotency: 'accepted',
})

/**
 * Returns phone and address of a finished order to roles that no longer see them; each use is recorded
 * in the audit log.
 */
export const revealCustomer = route({
  name: 'revealCustomer',
  method: 'POST',
  path: '/orders/{orderId}/reveal',
  summary: 'Shows the masked contact of an ended order; leaves an audit row',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: orderParams,
  body: z.strictObject({
    reason: z.string('Diga o motivo.').check(z.trim(), z.minLength(3, 'Diga o motivo.'), z.maxLength(200)),
  }),
  reply: orderView,
  revealsContacts: true,
  errors: ['store/not-found', 'order/not-found'],
})
