import type { FastifyInstance } from 'fastify'
import { problem } from './orders-api.ts'
import type { Merchant } from './records.ts'
import { mustConform, schemaOf } from './schemas.ts'
import type { World } from './world.ts'

export interface MerchantUpdate {
  readonly merchantStatus?: 'AVAILABLE' | 'UNAVAILABLE'
  readonly entityType?: string
  readonly updatedObjects?: readonly { readonly id?: string }[]
}

/** Without content it stands for all of the merchant; entities need their objects, which alone are replaced. */
export function merchantUpdateApi(app: FastifyInstance, world: World): void {
  app.post('/v1/merchantUpdate', { schema: { body: schemaOf('MerchantUpdate') } }, async (request, reply) => {
    const { merchantStatus, entityType, updatedObjects = [] } = request.body as MerchantUpdate
    if (entityType !== undefined && updatedObjects.length === 0) return reply.code(400).send(problem(400))
    for (const merchant of request.merchants) {
      const { merchantId } = merchant
      if (entityType !== undefined && merchant.refusesObjects === true)
        return reply.code(400).send(problem(400))
      if (entityType === 'ITEM_OFFER')
        for (const offer of updatedObjects) mustConform(request, 'ItemOffer', offer)
      if (entityType) world.objectNews.push({ merchantId, entityType, updatedObjects })
      if (merchantStatus) openOrClose(world, merchant, merchantStatus)
      else if (!entityType) world.menuNews.push(merchantId)
    }
    return reply.code(204).send()
  })
}

export function openOrClose(
  world: World,
  merchant: Merchant,
  merchantStatus: 'AVAILABLE' | 'UNAVAILABLE',
): void {
  const { merchantId } = merchant
  world.statusNews.push({ merchantId, merchantStatus })
  world.merchants.set(merchantId, { ...merchant, isClosed: merchantStatus === 'UNAVAILABLE' })
}
