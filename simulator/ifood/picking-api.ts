import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import type { KnownOrder, MenuEntry } from './records.ts'
import type { World } from './world.ts'

interface Line {
  readonly uniqueId: string
  readonly quantity: number
  readonly unitPrice: number
  readonly [field: string]: unknown
}

/** iFood's module Picking, for orders of shops (docs/marketplaces/ifood.md section 6.4). */
export function pickingApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/picking/v1.0/orders/:id'
  const drafts = new Map<string, readonly Line[]>()
  const knownOf = (request: FastifyRequest): KnownOrder | undefined => {
    const known = world.orders.get((request.params as { id: string }).id)
    return known?.order.category === 'GROCERY' ? known : undefined
  }
  const note = ({ order }: KnownOrder, action: string) =>
    world.actions.push({ orderId: order.id, action, at: new Date(world.now()).toISOString() })
  /** A change of an order that is being picked: `null` is no such item. */
  const changed = (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (lines: readonly Line[], known: KnownOrder) => readonly Line[] | null,
  ) => {
    const known = knownOf(request)
    if (!known) return notFound(reply)
    const lines = drafts.get(known.order.id)
    if (!lines) return refused(reply, 'Separation is not running')
    const after = change(lines, known)
    if (!after) return notFound(reply)
    note(known, 'pick')
    drafts.set(known.order.id, after)
    return reply.code(204).send()
  }
  const productOf = (known: KnownOrder, ean: string): MenuEntry | undefined =>
    world.merchants.get(known.order.merchant.id)?.menu.find(({ code }) => code === ean)

  app.post(`${base}/startSeparation`, guarded, async (request, reply) => {
    const known = knownOf(request)
    if (!known) return notFound(reply)
    if (known.separation || known.status === 'PLACED' || known.status === 'CANCELLED')
      return refused(reply, `Order is ${known.status}`)
    note(known, 'startSeparation')
    known.separation = 'started'
    known.status = 'PREPARATION_STARTED'
    drafts.set(known.order.id, known.order.items as readonly Line[])
    world.emit(known, 'SEPARATION_STARTED')
    return reply.code(204).send()
  })

  app.post(`${base}/endSeparation`, guarded, async (request, reply) => {
    const known = knownOf(request)
    if (!known) return notFound(reply)
    const lines = drafts.get(known.order.id)
    if (!lines || lines.length === 0) return refused(reply, 'Separation is not running, or nothing is left')
    note(known, 'endSeparation')
    drafts.delete(known.order.id)
    known.separation = 'ended'
    apply(known, lines)
    world.emit(known, 'SEPARATION_ENDED')
    return reply.code(204).send()
  })

  app.post(`${base}/items`, guarded, (request, reply) =>
    changed(request, reply, (lines, known) => {
      const { quantity, ean } = (request.body ?? {}) as { quantity: number; ean: string }
      const product = productOf(known, ean)
      // As published: for orders of the channel White Label alone.
      if (!product || !isQuantity(quantity) || known.order.salesChannel !== 'WHITE_LABEL') return null
      return [...lines, lineOf(product, quantity)]
    }),
  )
  app.patch(`${base}/items/:uniqueId`, guarded, (request, reply) =>
    changed(request, reply, (lines) => {
      const { quantity } = (request.body ?? {}) as { quantity: number }
      if (!isQuantity(quantity)) return null
      return replaced(lines, request, (line) => [{ ...line, quantity }])
    }),
  )
  app.post(`${base}/items/:uniqueId/replace`, guarded, (request, reply) =>
    changed(request, reply, (lines, known) => {
      const { quantity, ean } = (request.body ?? {}) as { quantity: number; ean: string }
      const product = productOf(known, ean)
      if (!product || !isQuantity(quantity)) return null
      return replaced(lines, request, () => [lineOf(product, quantity)])
    }),
  )
  app.delete(`${base}/items/:uniqueId`, guarded, (request, reply) =>
    changed(request, reply, (lines) => replaced(lines, request, () => [])),
  )
}

function replaced(
  lines: readonly Line[],
  request: FastifyRequest,
  by: (line: Line) => readonly Line[],
): readonly Line[] | null {
  const { uniqueId } = request.params as { uniqueId: string }
  if (!lines.some((line) => line.uniqueId === uniqueId)) return null
  return lines.flatMap((line) => (line.uniqueId === uniqueId ? by(line) : [line]))
}

const isQuantity = (quantity: unknown): quantity is number => typeof quantity === 'number' && quantity > 0

const lineOf = ({ code, name, cents }: MenuEntry, quantity: number): Line => ({
  ...{ id: randomUUID(), uniqueId: randomUUID(), externalCode: code, ean: code, name, unit: 'UN', quantity },
  ...{ unitPrice: cents / 100, observations: '', options: [], optionsPrice: 0 },
})

/** The sums follow: what was ordered is worth what was picked. */
function apply({ order }: KnownOrder, lines: readonly Line[]): void {
  const items = lines.map((line, index) => {
    const price = Math.round(line.quantity * line.unitPrice * 100) / 100
    return { ...line, index: index + 1, price, totalPrice: price + Number(line.optionsPrice ?? 0) }
  })
  const subTotal = Math.round(items.reduce((sum, { totalPrice }) => sum + totalPrice, 0) * 100) / 100
  const { deliveryFee, additionalFees, benefits } = order.total
  const orderAmount = Math.round((subTotal + deliveryFee + additionalFees - benefits) * 100) / 100
  const methods = order.payments.methods.map((method) => ({ ...method, value: orderAmount }))
  Object.assign(order, {
    items,
    total: { subTotal, deliveryFee, additionalFees, benefits, orderAmount },
    payments: { ...order.payments, methods },
  })
}

const notFound = (reply: FastifyReply) =>
  reply.code(404).send({ error: { code: 'NotFound', message: 'Order or item not found' } })
const refused = (reply: FastifyReply, message: string) =>
  reply.code(400).send({ error: { code: 'BadRequest', message } })
