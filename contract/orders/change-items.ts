import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { refundChoice } from './money/due-refunds.ts'
import { noteText, orderItem, orderView, placedItem } from './orders.ts'

const place = z.int('Item inválido.').check(z.gte(0, 'Item inválido.'), z.lte(199, 'Item inválido.'))
const { quantity } = orderItem.shape

/** An item that stays as it was sold, by its place in the order that the person saw, from 0. */
const keptItem = z.strictObject({
  kind: z.literal('kept'),
  place,
  quantity,
  /** Absent: as it was. */
  notes: z.optional(z.nullable(noteText)),
})

/** An item that comes in, checked against the menu like one of a new order. */
const addedItem = z.strictObject({
  ...z.omit(placedItem, { totalCents: true }).shape,
  kind: z.literal('added'),
  /** The place of the item that it is instead of: another dish, or the same one with other options. */
  replaces: z.optional(z.nullable(place)),
})

export const changedItem = z.discriminatedUnion('kind', [keptItem, addedItem])
export type ChangedItem = z.output<typeof changedItem>

/** What happens with money that nobody has agreed to pay yet. */
const missingMoney = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('collect'), method: z.string().check(z.minLength(1), z.maxLength(60)) }),
  z.strictObject({
    kind: z.literal('courtesy'),
    reason: z
      .string('Diga o motivo da cortesia.')
      .check(
        z.trim(),
        z.minLength(3, 'Diga o motivo da cortesia.'),
        z.maxLength(200, 'O motivo pode ter até 200 caracteres.'),
      ),
  }),
])

/** Own-channel orders until they leave. A stale version returns 409 with the current order. */
export const changeItems = route({
  name: 'changeItems',
  method: 'PUT',
  path: '/orders/{orderId}/items',
  summary: 'What an own-channel order consists of, until it leaves; its money follows',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ orderId: z.uuid('Pedido inválido.') }),
  body: z.strictObject({
    items: z
      .array(changedItem, 'Informe os itens.')
      .check(
        z.minLength(1, 'O pedido precisa de pelo menos um item. Para tirar todos, cancele o pedido.'),
        z.maxLength(200, 'Um pedido pode ter até 200 itens.'),
      ),
    /** Absent: it joins what is paid on delivery. */
    missing: z.optional(z.nullable(missingMoney)),
    /** Of what becomes due; absent: it is due. */
    refund: z.optional(refundChoice),
    /** What the order costs now; must equal what follows from the items. */
    orderCents: cents,
    version: seenRevision().check(z.positive('Falta a versão.')),
  }),
  reply: orderView,
  errors: [
    'store/not-found',
    'order/not-found',
    'order/invalid-transition',
    'order/partner-decides',
    'order/stale-edit',
    'order/total-mismatch',
    'order/menu-changed',
    'permission/denied',
    'validation/refused',
  ],
  idempotency: 'accepted',
})
