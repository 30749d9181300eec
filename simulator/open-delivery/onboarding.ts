import type { FastifyReply } from 'fastify'
import { problem } from './orders-api.ts'
import type { World } from './world.ts'

export interface Onboarding {
  readonly orderingAppMerchantId: string
  readonly getMerchantURL?: { readonly baseURL: string }
  readonly ordersWebhookURL?: string
}

export const onboardingBody = {
  type: 'object',
  required: ['orderingAppMerchantId'],
  properties: {
    orderingAppMerchantId: { type: 'string', minLength: 1 },
    ordersWebhookURL: { type: 'string' },
    getMerchantURL: {
      type: 'object',
      required: ['baseURL'],
      properties: { baseURL: { type: 'string' }, apiKey: { type: 'string' } },
    },
  },
}

/** The software's own id of a merchant and its addresses; without it the application sends no orders. */
export async function onboard(
  world: World,
  reply: FastifyReply,
  softwareId: string,
  { orderingAppMerchantId: merchantId, ordersWebhookURL, getMerchantURL }: Onboarding,
): Promise<FastifyReply> {
  const merchant = world.merchants.get(merchantId)
  if (!merchant) return reply.code(404).send(problem(404))
  world.merchants.set(merchantId, {
    ...merchant,
    softwareId,
    ...(ordersWebhookURL ? { webhookUrl: ordersWebhookURL } : {}),
    ...(getMerchantURL ? { menuUrl: getMerchantURL.baseURL } : {}),
  })
  return reply.code(204).send()
}
