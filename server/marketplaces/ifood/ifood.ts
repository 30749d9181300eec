import type { Logger } from 'pino'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { disputeCalls } from './disputes.ts'
import { financialCalls } from './financial.ts'
import { interruptionCalls } from './interruptions.ts'
import { createIfoodCaller, rejectFailure, type IfoodEnv } from './http.ts'
import { reviewCalls } from './reviews.ts'
import { MarketplaceError, type Marketplace, type MarketplaceRequest } from '../marketplace.ts'

/** iFood's Merchant API over HTTP (docs/marketplaces/ifood.md). */
export function createMarketplace(parts: { env: IfoodEnv; log: Logger; now: () => Date }): Marketplace {
  const { env } = parts
  const call = createIfoodCaller(parts)
  return {
    ...financialCalls(call),
    ...reviewCalls(call),
    ...disputeCalls(call),
    ...interruptionCalls(call),
    pollEvents: async (merchantIds) => {
      const answer = await call('GET', env.IFOOD_POLLING_PATH, {
        headers: { 'x-polling-merchants': merchantIds.join(',') },
      })
      if (answer.status === 204) return []
      if (answer.status === 403) {
        const { unauthorizedMerchants } = (answer.body ?? {}) as { unauthorizedMerchants?: unknown }
        const refused = Array.isArray(unauthorizedMerchants) ? unauthorizedMerchants.map(String) : []
        throw new MarketplaceError('unauthorised', 'merchants not granted', refused)
      }
      rejectFailure(answer, 'polling')
      return Array.isArray(answer.body) ? answer.body : []
    },
    acknowledge: async (eventIds) => {
      if (eventIds.length === 0) return
      const answer = await call('POST', '/events/v1.0/events/acknowledgment', {
        json: eventIds.map((id) => ({ id })),
      })
      rejectFailure(answer, 'acknowledgment')
    },
    readOrder: async (externalId) => {
      const answer = await call('GET', `/order/v1.0/orders/${encodeURIComponent(externalId)}`)
      rejectFailure(answer, 'order')
      return answer.body
    },
    request: async (externalId, asked) => {
      const path = `/order/v1.0/orders/${encodeURIComponent(externalId)}/${pathOf(asked.action)}`
      const answer = await call('POST', path, asked.action === 'cancel' ? { json: cancellation(asked) } : {})
      rejectFailure(answer, asked.action)
    },
    cancellationReasons: async (externalId) => {
      const answer = await call(
        'GET',
        `/order/v1.0/orders/${encodeURIComponent(externalId)}/cancellationReasons`,
      )
      if (answer.status === 204) return []
      rejectFailure(answer, 'cancellation reasons')
      return (Array.isArray(answer.body) ? answer.body : []).map(
        (reason: { cancelCodeId?: string | number; description?: string }) => ({
          code: String(reason.cancelCodeId ?? ''),
          description: reason.description ?? '',
        }),
      )
    },
    merchantStatus: async (merchantId) => {
      const answer = await call('GET', `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/status`)
      rejectFailure(answer, 'merchant status')
      return statusOf(answer.body)
    },
    setItemStatus: async (merchantId, itemId, status) => {
      const answer = await call('PATCH', catalogPath(merchantId, 'items/status'), {
        json: { itemId, status },
      })
      rejectFailure(answer, 'item status')
    },
    setItemPrice: async (merchantId, itemId, priceCents) => {
      const value = priceCents / 100
      const json = { itemId, price: { value, originalValue: value } }
      const answer = await call('PATCH', catalogPath(merchantId, 'items/price'), { json })
      rejectFailure(answer, 'item price')
    },
  }
}

const paths: Partial<Record<OrderAction, string>> = {
  confirm: 'confirm',
  startPreparation: 'startPreparation',
  ready: 'readyToPickup',
  dispatch: 'dispatch',
  cancel: 'requestCancellation',
}

function pathOf(action: OrderAction): string {
  const path = paths[action]
  if (!path) throw new MarketplaceError('refused', `${action} is the marketplace's own`)
  return path
}

const catalogPath = (merchantId: string, what: string): string =>
  `/catalog/v2.0/merchants/${encodeURIComponent(merchantId)}/${what}`

const cancellation = (asked: MarketplaceRequest) => ({
  reason: asked.reason ?? '',
  cancellationCode: asked.code ?? '',
})

/** Not `available` alone (docs/marketplaces/ifood.md section 2): the state and its words as well. */
function statusOf(body: unknown): { available: boolean; said: string | null } {
  const operations = (Array.isArray(body) ? body : []) as {
    available?: unknown
    state?: unknown
    message?: { title?: unknown; subtitle?: unknown }
  }[]
  const closed = operations.find((operation) => operation.available === false || operation.state === 'ERROR')
  if (operations.length > 0 && !closed) return { available: true, said: null }
  const title = closed?.message?.title
  return { available: false, said: typeof title === 'string' ? title : null }
}
