import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../open-delivery/orders-api.ts'
import type { Merchant } from '../open-delivery/records.ts'
import type { World } from '../open-delivery/world.ts'

/** As published: an open store is away for up to so long, and then opens again on its own. */
const standByMs = 15 * 60_000

/** aiqfome's API beside Open Delivery, as far as it suspends and opens a store (docs/marketplaces/aiqfome.md). */
export function storesApi(app: FastifyInstance, world: World): void {
  const schema = {
    body: { type: 'object', required: ['store_id'], properties: { store_id: { type: 'integer' } } },
  }
  const ofStore =
    (change: (merchant: Merchant, reply: FastifyReply) => FastifyReply) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const id = String((request.body as { store_id: number }).store_id)
      const merchant = request.merchants.find(({ merchantId }) => merchantId === id)
      return merchant ? change(merchant, reply) : reply.code(404).send(problem(404))
    }
  app.post(
    '/api/v2/store/stand-by',
    { schema },
    ofStore((merchant, reply) => {
      const { merchantId } = merchant
      if (merchant.isClosed) return reply.code(422).send(problem(422))
      world.statusNews.push({ merchantId, merchantStatus: 'UNAVAILABLE' })
      world.merchants.set(merchantId, { ...merchant, standsByUntil: Date.now() + standByMs })
      return reply.code(204).send()
    }),
  )
  app.post(
    '/api/v2/store/open',
    { schema },
    ofStore((merchant, reply) => {
      const { merchantId } = merchant
      world.statusNews.push({ merchantId, merchantStatus: 'AVAILABLE' })
      world.merchants.set(merchantId, { ...merchant, isClosed: false, standsByUntil: 0 })
      return reply.code(204).send()
    }),
  )
  /** A quarter of an hour goes by. */
  app.post('/_control/stand-by-over', () => {
    for (const merchant of world.merchants.values())
      world.merchants.set(merchant.merchantId, { ...merchant, standsByUntil: 0 })
    return { over: true }
  })
}
