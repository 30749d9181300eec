import { optionsOf } from './catalog/menu-options.ts'
import type { MenuEntry } from './records.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { interruptionsOf, isInterrupted } from './interruptions.ts'
import { cancel, cancelUnconfirmed, placeOrder } from './life.ts'
import type { OrderRequest } from './order-generator.ts'
import type { Deliveries, World } from './world.ts'

/**
 * Control API for tests and the demo; iFood has no counterpart. Reachable on loopback only, like the
 * whole process.
 */
export function controlApi(app: FastifyInstance, world: World): void {
  app.put('/_control/merchants', (request) => {
    for (const merchant of request.body as {
      merchantId: string
      name: string
      timezone?: string
      free?: boolean
      categories?: readonly unknown[]
      contexts?: readonly string[]
      menu: (Pick<MenuEntry, 'code' | 'name' | 'cents'> & Partial<MenuEntry>)[]
    }[]) {
      world.merchants.set(merchant.merchantId, {
        id: merchant.merchantId,
        name: merchant.name,
        ...(merchant.timezone ? { timezone: merchant.timezone } : {}),
        ...(merchant.free ? { free: true } : {}),
        ...(merchant.contexts ? { contexts: merchant.contexts } : {}),
        ...(merchant.categories ? { categories: merchant.categories } : {}),
        menu: merchant.menu.map((entry) => ({
          itemId: randomUUID(),
          category: 'Cardápio',
          status: 'AVAILABLE' as const,
          ...entry,
        })),
        // A catalog that is loaded again does not close the store.
        lastPolledAt: world.merchants.get(merchant.merchantId)?.lastPolledAt ?? null,
      })
      if (!merchant.free && !world.access.approvals.has(merchant.merchantId))
        world.access.approvals.set(merchant.merchantId, 0)
    }
    return { merchants: world.merchants.size }
  })
  app.post('/_control/orders', async (request, reply) => {
    const { merchantId, fields, ...options } = request.body as {
      merchantId: string
      fields?: Readonly<Record<string, unknown>>
    } & OrderRequest
    const merchant = world.merchants.get(merchantId)
    if (!merchant) return reply.code(404).send()
    // A store that is closed at iFood receives no orders.
    if (isInterrupted(world, merchant)) return reply.code(409).send()
    const { order } = placeOrder(world, merchant, options)
    Object.assign(order, fields)
    return { orderId: order.id }
  })
  app.post('/_control/orders/:id/cancel-by-customer', async (request, reply) => {
    const known = world.orders.get((request.params as { id: string }).id)
    if (!known) return reply.code(404).send()
    cancel(world, known, 'CUSTOMER', 'O cliente desistiu do pedido', '820')
    return { status: known.status }
  })
  app.post('/_control/orders/:id/cancel-by-ifood', (request, reply) => {
    const known = world.orders.get((request.params as { id: string }).id)
    if (!known) return reply.code(404).send()
    cancel(world, known, 'IFOOD', 'Sem entregador disponível', '904')
    return { status: known.status }
  })
  app.post('/_control/orders/:id/emit', async (request, reply) => {
    const known = world.orders.get((request.params as { id: string }).id)
    const { fullCode, metadata } = request.body as { fullCode: string; metadata?: Record<string, unknown> }
    if (!known) return reply.code(404).send()
    return { eventId: world.emit(known, fullCode, metadata).id }
  })
  app.get('/_control/orders/:id', async (request, reply) => {
    const known = world.orders.get((request.params as { id: string }).id)
    return known ? known.order : reply.code(404).send()
  })
  app.post('/_control/orders/:id/change', async (request, reply) => {
    const known = world.orders.get((request.params as { id: string }).id)
    if (!known) return reply.code(404).send()
    Object.assign(known.order, request.body)
    return { eventId: world.emit(known, 'ORDER_PATCHED').id }
  })
  app.delete('/_control/interruptions/:merchantId', (request) => {
    world.interruptions.delete((request.params as { merchantId: string }).merchantId)
    return { removed: true }
  })
  app.get('/_control/interruptions/:merchantId', (request, reply) => {
    const merchant = world.merchants.get((request.params as { merchantId: string }).merchantId)
    return merchant ? interruptionsOf(world, merchant) : reply.code(404).send()
  })
  app.put('/_control/deliveries', (request) => {
    world.deliveries = { ...world.deliveries, ...(request.body as Partial<Deliveries>) }
    return world.deliveries
  })
  app.put('/_control/faults', (request) => {
    const { status, forMs, pathPrefix, merchantId, hangMs } = request.body as {
      status: number
      forMs: number
      pathPrefix?: string
      merchantId?: string
      hangMs?: number
    }
    world.fault = {
      status,
      until: world.now() + forMs,
      pathPrefix: pathPrefix ?? '/',
      merchantId: merchantId ?? null,
      hangMs: hangMs ?? 0,
      hits: 0,
    }
    return { until: world.fault.until }
  })
  app.put('/_control/lost-answers', (request) => {
    world.lostAnswers = request.body as { pathPrefix: string; left: number }
    return world.lostAnswers
  })
  app.post('/_control/merchants/:merchantId/approve', (request) => {
    world.access.approvals.set((request.params as { merchantId: string }).merchantId, world.now())
    return { approved: true }
  })
  app.post('/_control/merchants/:merchantId/revoke', (request) => {
    world.access.revoke((request.params as { merchantId: string }).merchantId)
    return { revoked: true }
  })
  app.post('/_control/authorise', (request) => {
    const { userCode, merchantIds } = request.body as { userCode: string; merchantIds: string[] }
    return { authorizationCode: world.access.authorise(userCode, merchantIds) }
  })
  /** As if their three hours were over. */
  app.delete('/_control/tokens', () => {
    world.access.tokens.clear()
    return { ended: true }
  })
  app.put('/_control/clock', (request) => {
    world.clockAheadMs += (request.body as { advanceMs: number }).advanceMs
    cancelUnconfirmed(world)
    return { now: new Date(world.now()).toISOString() }
  })
  app.get('/_control/log', () => ({
    acknowledged: world.acknowledged,
    unacknowledged: world.unacknowledged.map((event) => event.id),
    actions: world.actions,
    webhookRefusals: world.webhookRefusals,
    limited: world.limited,
    orders: [...world.orders.values()].map(({ order, status }) => ({ id: order.id, status })),
  }))
  app.get('/_control/catalog/:merchantId', async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    const merchant = world.merchants.get(merchantId)
    if (!merchant) return reply.code(404).send()
    return {
      items: merchant.menu,
      calls: world.catalogCalls.filter((call) => call.merchantId === merchantId),
    }
  })
  app.put('/_control/catalog/:merchantId', async (request, reply) => {
    const merchant = world.merchants.get((request.params as { merchantId: string }).merchantId)
    if (!merchant) return reply.code(404).send()
    const { itemId, optionId, pausedCategories, ...change } = request.body as {
      itemId?: string
      optionId?: string
      status?: MenuEntry['status']
      cents?: number
      pausedCategories?: readonly string[]
    }
    const entry = merchant.menu.find((one) => one.itemId === itemId)
    if (entry) Object.assign(entry, change)
    const options = optionId === undefined ? [] : optionsOf(merchant.menu, optionId)
    for (const option of options) Object.assign(option, change)
    if (pausedCategories) merchant.pausedCategories = pausedCategories
    return { changed: entry !== undefined || options.length > 0 || pausedCategories !== undefined }
  })
  app.delete('/_control', () => {
    world.reset()
    return { reset: true }
  })
}
