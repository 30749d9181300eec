import * as z from 'zod/mini'
import { platforms } from '../../shared/channels.ts'
import { instant } from '../../shared/day.ts'
import { cents } from '../../shared/money.ts'
import { route } from '../../shared/route.ts'

/** What was paid in one way. */
export const paidPart = z.strictObject({
  /** As in a payment of the order: PIX, CREDIT, CASH … */
  method: z.string().check(z.minLength(1), z.maxLength(60)),
  brand: z.nullable(z.string().check(z.maxLength(200))),
  cents,
})
export type PaidPart = z.output<typeof paidPart>

/** Why money is due: the order was refused, cancelled, lost on its way to the customer, or lost some of its items. */
export const dueRefundCauses = ['refused', 'cancelled', 'lost', 'changed'] as const
export type DueRefundCause = (typeof dueRefundCauses)[number]

/** `due`: nobody has given it back yet. `kept`: a manager decided that the store keeps it. */
export const dueRefundStates = ['due', 'given', 'kept'] as const
export type DueRefundState = (typeof dueRefundStates)[number]

/** Money that the store holds for no sale, and owes to the customer of one of its own orders. */
export const dueRefund = z.strictObject({
  id: z.uuid(),
  orderId: z.uuid(),
  cause: z.enum(dueRefundCauses),
  cents,
  /** By the way in which it was paid, and goes back. */
  parts: z.array(paidPart).check(z.minLength(1), z.maxLength(30)),
  since: instant,
  state: z.enum(dueRefundStates),
  /** When it was given back or kept, and the name of the person who noted it. */
  settledAt: z.nullable(instant),
  settledBy: z.nullable(z.string()),
  /** Why it is kept. */
  reason: z.nullable(z.string()),
})
export type DueRefund = z.output<typeof dueRefund>

/** A due refund as the person who gives the money back needs it. */
export const listedRefund = z.strictObject({
  ...dueRefund.shape,
  storeId: z.uuid(),
  displayId: z.string(),
  platform: z.enum(platforms),
  /** Empty: unknown, or erased. */
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
})
export type ListedRefund = z.output<typeof listedRefund>

const reason = z
  .string('Diga por que a loja não devolve.')
  .check(
    z.trim(),
    z.minLength(3, 'Diga por que a loja não devolve.'),
    z.maxLength(200, 'O motivo pode ter até 200 caracteres.'),
  )

/** What a person decides about the money with a cancellation or a change of items. */
export const refundChoice = z.strictObject({
  state: z.enum(dueRefundStates, 'Escolha o que fazer com o dinheiro.'),
  /** What the person saw as due; another sum is rejected. */
  cents,
  /** With `kept` alone. */
  reason: z.optional(z.nullable(reason)),
})
export type RefundChoice = z.output<typeof refundChoice>

/** Marks a due refund as given back or kept; `due` removes the mark again. It moves no money. */
export const settleDueRefund = route({
  name: 'settleDueRefund',
  method: 'POST',
  path: '/orders/due-refunds/{refundId}/settle',
  summary: 'Notes that a due refund was given back or is kept, or that it is due after all',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ refundId: z.uuid('Estorno inválido.') }),
  body: z.strictObject({
    state: z.enum(dueRefundStates, 'Escolha o que fazer com o dinheiro.'),
    reason: z.optional(z.nullable(reason)),
  }),
  reply: dueRefund,
  errors: ['store/not-found', 'order/refund-not-found', 'order/invalid-transition', 'validation/refused'],
  idempotency: 'accepted',
})
