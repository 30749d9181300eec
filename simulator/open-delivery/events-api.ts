import type { FastifyInstance } from 'fastify'
import { isReached, problem } from './orders-api.ts'
import { mustConform } from './schemas.ts'
import type { World } from './world.ts'

const maxEvents = 1_000
const official: Readonly<Record<string, string>> = {
  CONFIRMED: 'EventMetadataConfirm',
  PICKUP_AREA_ASSIGNED: 'EventMetadataPickup',
  CANCELLED: 'EventMetadataCancel',
  CANCELLED_DENIED: 'EventMetadataCancel',
  ORDER_CANCELLATION_REQUEST: 'EventMetadataCancel',
  CANCELLATION_REQUESTED: 'EventMetadataCancel',
  CANCELLATION_REQUEST_DENIED: 'EventMetadataCancel',
}

/** Polling and acknowledgment: an event is repeated until it is acknowledged. */
export function eventsApi(app: FastifyInstance, world: World): void {
  app.get('/v1/events:polling', async (request, reply) => {
    const { traits } = world
    world.polls += 1
    const asked = new Set(traits.polled(request).map(({ merchantId }) => merchantId))
    const open = world.events.filter(({ merchantId, acknowledged }) => asked.has(merchantId) && !acknowledged)
    if (open.length === 0) return reply.code(204).send()
    const events = open.slice(0, maxEvents).map(({ event }) => event)
    for (const event of events)
      if (traits.conforms && event.odd !== true)
        mustConform(request, official[String(event.eventType)] ?? 'Event', event)
    return events
  })
  app.post(
    '/v1/events/acknowledgment',
    { schema: { body: { type: 'array', maxItems: 100, items: world.traits.acknowledgment } } },
    async (request, reply) => {
      const ids = new Set((request.body as { id: string }[]).map(({ id }) => id))
      for (const sent of world.events)
        if (isReached(request, sent.merchantId) && ids.has(sent.event.eventId)) sent.acknowledged = true
      return reply.code(202).send()
    },
  )
  app.get('/v1/merchantStatus', async (request, reply) => {
    const { merchantId } = request.query as { merchantId?: string }
    if (!isReached(request, merchantId ?? '')) return reply.code(404).send(problem(404))
    return { lastRead: new Date().toISOString(), status: 'SUCCESS' }
  })
}
