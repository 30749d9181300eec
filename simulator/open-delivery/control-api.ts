import type { FastifyInstance } from 'fastify'
import type { Merchant, OrderWish } from './records.ts'
import type { World } from './world.ts'

/** For tests and the demo; the standard has no counterpart. On loopback only, like the whole process. */
export function controlApi(app: FastifyInstance, world: World): void {
  app.put('/_control/merchants', (request) => {
    for (const merchant of request.body as readonly Merchant[])
      world.merchants.set(merchant.merchantId, merchant)
    return { merchants: world.merchants.size }
  })
  app.get('/_control/merchants/:id', async (request, reply) => {
    return world.merchants.get((request.params as { id: string }).id) ?? reply.code(404).send()
  })
  app.post('/_control/orders', async (request, reply) => {
    const order = world.place(request.body as OrderWish)
    return order ? { orderId: order.document.id } : reply.code(404).send()
  })
  app.get('/_control/orders/:id', async (request, reply) => {
    const order = world.orders.get((request.params as { id: string }).id)
    if (!order) return reply.code(404).send()
    const { lastEvent, deliveryCode, actions } = order
    return { lastEvent, deliveryCode, actions }
  })
  app.post('/_control/orders/:id/events', async (request, reply) => {
    const order = world.orders.get((request.params as { id: string }).id)
    if (!order) return reply.code(404).send()
    const { eventType, metadata } = request.body as { eventType: string; metadata?: object }
    return { event: world.emit(order, eventType, metadata) }
  })
  app.put('/_control/down', (request) => {
    world.down = (request.body as { down: boolean }).down
    return { down: world.down }
  })
  app.get('/_control/state', () => ({
    violations: world.violations,
    polls: world.polls,
    menuNews: world.menuNews,
    statusNews: world.statusNews,
    objectNews: world.objectNews,
    waitingEvents: world.events.filter(({ acknowledged }) => !acknowledged).length,
  }))
}
