import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { orderItem, orderView, type Order } from './orders.ts'
import { statusLabels, type Verdict } from './states.ts'

const { quantity } = orderItem.shape
const pickId = z.string('Item inválido.').check(z.minLength(1, 'Item inválido.'), z.maxLength(60))
/** Of the package: EAN-8, UPC, EAN-13 or the shop's own code of a weighed item. */
const ean = z
  .string('Informe o código de barras.')
  .check(z.trim(), z.regex(/^\d{3,14}$/, 'O código de barras tem de 3 a 14 números.'))

/** What a person does with an item while the order is picked. It counts once the picking has ended. */
export const pickedChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quantity'), pickId, quantity }),
  z.strictObject({ kind: z.literal('replaced'), pickId, quantity, ean }),
  z.strictObject({ kind: z.literal('removed'), pickId }),
  z.strictObject({ kind: z.literal('added'), quantity, ean }),
])
export type PickedChange = z.output<typeof pickedChange>

const params = z.strictObject({ orderId: z.uuid('Pedido inválido.') })
const refusals = [
  'store/not-found',
  'order/not-found',
  'order/invalid-transition',
  'order/partner-decides',
  'marketplace/unavailable',
] as const

/** Of two people at once the second is refused. */
export const startPicking = route({
  name: 'startPicking',
  method: 'POST',
  path: '/orders/{orderId}/start-picking',
  summary: 'Tells the marketplace that the items of this order are being picked',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({}),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})

/** A stale version returns 409 with the current order. */
export const changePickedItem = route({
  name: 'changePickedItem',
  method: 'POST',
  path: '/orders/{orderId}/change-picked-item',
  summary:
    'Another quantity or weight of an item that is being picked, another item for it, or none; or one more',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({
    change: pickedChange,
    version: seenRevision().check(z.positive('Falta a versão.')),
  }),
  reply: orderView,
  errors: [...refusals, 'order/stale-edit', 'validation/refused'],
})

/** The marketplace applies the changes; its event brings the order as it is then, with its sums. */
export const endPicking = route({
  name: 'endPicking',
  method: 'POST',
  path: '/orders/{orderId}/end-picking',
  summary: 'Ends the picking of this order, after which its items stay as they are',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params,
  body: z.strictObject({}),
  reply: orderView,
  errors: [...refusals],
  idempotency: 'accepted',
})

type Picked = Pick<Order, 'status' | 'picksItems' | 'picking'>

/** Whether the picking can begin now, and if not, why. */
export function mayStartPicking({ status, picksItems, picking }: Picked): Verdict {
  if (!picksItems) return no('Este pedido não é separado pelo canal.')
  if (picking) return no(picking.state === 'started' ? 'A separação já começou.' : 'A separação já terminou.')
  if (status === 'confirmed' || status === 'preparing') return { allowed: true }
  return no(`O pedido está ${statusLabels[status]}: a separação começa depois do aceite.`)
}

/** Whether its items can be changed, and the picking ended; nothing changes before its start or after its end. */
export function mayPick({ status, picking }: Picked): Verdict {
  if (!picking) return no('Comece a separação antes de mexer nos itens.')
  if (picking.state === 'ended') return no('A separação já terminou: os itens não mudam mais.')
  if (status === 'cancelled' || status === 'concluded') return no(`O pedido está ${statusLabels[status]}.`)
  return { allowed: true }
}

const no = (reason: string): Verdict => ({ allowed: false, reason })
