import type { Logger } from 'pino'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { catalogueCalls } from './catalogue.ts'
import { accountCalls } from './account.ts'
import { disputeCalls } from './disputes.ts'
import { financialCalls } from './financial.ts'
import { interruptionCalls } from './interruptions.ts'
import { openingHoursCalls } from './opening-hours.ts'
import { statusOf } from './status.ts'
import { ifoodEvent } from './event.ts'
import {
  createIfoodCaller,
  failure,
  platform,
  rejectFailure,
  type IfoodCaller,
  type IfoodEnv,
} from './http.ts'
import { ifoodLinking } from './linking.ts'
import { ifoodOrder } from './order.ts'
import { reviewCalls } from './reviews.ts'
import { ifoodWebhook } from './webhook.ts'
import type { Authorisation, MarketplaceKind } from '../marketplace-kind.ts'
import type {
  Capabilities,
  Marketplace,
  MarketplaceRequest,
  OfferedReason,
  PublishedRules,
} from '../marketplace.ts'

/** The door of this folder: all that the registry needs of iFood. */
export const ifood: MarketplaceKind = {
  platform,
  isConfigured: (env) => Boolean(env.IFOOD_BASE_URL),
  connect: ({ env, log, now }, authorisation) => createIfood({ env, log, now, authorisation }),
  linking: ifoodLinking,
  webhook: ifoodWebhook,
}

/** How long iFood takes to spread an approval, and how often a refused merchant may cost a token. */
const newAccessMs = 600_000

const capabilities: Capabilities = {
  polling: true,
  pause: true,
  hours: true,
  menu: 'partial',
  prices: 'partial',
  reviews: true,
  ledger: true,
  disputes: true,
  tracking: false,
}

/** docs/marketplaces/ifood.md, sections 2 to 5. */
const rulesOf = (env: IfoodEnv): PublishedRules => ({
  acceptWithinSeconds: 480,
  presence: {
    pollEverySeconds: env.IFOOD_POLL_SECONDS,
    offlineAfterSeconds: 90,
    merchantsPerPoll: 100,
    acknowledgedPerCall: 2_000,
  },
  replyWithinSeconds: 5,
  longestPauseDays: 7,
  idKind: 'uuid',
})

/** iFood's Merchant API over HTTP (docs/marketplaces/ifood.md). */
function createIfood(parts: {
  env: IfoodEnv
  log: Logger
  now: () => Date
  authorisation: Authorisation | null
}): Marketplace {
  const call = createIfoodCaller(parts)
  return {
    platform,
    capabilities,
    rules: rulesOf(parts.env),
    ...financialCalls(call),
    ...reviewCalls(call),
    ...disputeCalls(call),
    ...interruptionCalls(call),
    ...openingHoursCalls(call),
    ...eventCalls(call, parts),
    ...orderCalls(call, parts.now),
    ...merchantCalls(call),
    ...catalogueCalls(call),
    account: accountCalls(call),
  }
}

function eventCalls(call: IfoodCaller, { env, now }: { env: IfoodEnv; now: () => Date }) {
  return {
    readEvent: ifoodEvent,
    pollEvents: async (merchantIds: readonly string[], signal?: AbortSignal, present = true) => {
      const path = present ? env.IFOOD_POLLING_PATH : withoutPresence(env.IFOOD_POLLING_PATH)
      const answer = await call('GET', path, {
        headers: { 'x-polling-merchants': merchantIds.join(',') },
        signal,
        retry: false,
        newAccessMs,
      })
      if (answer.status === 204) return []
      if (answer.status === 403) {
        const { unauthorizedMerchants } = (answer.body ?? {}) as { unauthorizedMerchants?: unknown }
        const refused = Array.isArray(unauthorizedMerchants) ? unauthorizedMerchants.map(String) : []
        throw failure('unauthorised', 'merchants not granted', refused)
      }
      rejectFailure(answer, 'polling')
      const documents: readonly unknown[] = Array.isArray(answer.body) ? answer.body : []
      return documents.flatMap((raw) => ifoodEvent(raw, now()) ?? [])
    },
    acknowledge: async (eventIds: readonly string[]) => {
      if (eventIds.length === 0) return
      const answer = await call('POST', '/events/v1.0/events/acknowledgment', {
        json: eventIds.map((id) => ({ id })),
      })
      rejectFailure(answer, 'acknowledgment')
    },
  }
}

/** docs/marketplaces/ifood.md section 3. */
const withoutPresence = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}excludeHeartbeat=true`

function orderCalls(call: IfoodCaller, now: () => Date) {
  const orderPath = (externalId: string) => `/order/v1.0/orders/${encodeURIComponent(externalId)}`
  return {
    readOrder: async (externalId: string) => {
      const answer = await call('GET', orderPath(externalId))
      rejectFailure(answer, 'order')
      return ifoodOrder(answer.body, now())
    },
    request: async (externalId: string, asked: MarketplaceRequest) => {
      const path = `${orderPath(externalId)}/${pathOf(asked.action)}`
      const answer = await call('POST', path, asked.action === 'cancel' ? { json: cancellation(asked) } : {})
      rejectFailure(answer, asked.action)
    },
    cancellationReasons: async (externalId: string): Promise<readonly OfferedReason[]> => {
      const answer = await call('GET', `${orderPath(externalId)}/cancellationReasons`)
      if (answer.status === 204) return []
      rejectFailure(answer, 'cancellation reasons')
      return (Array.isArray(answer.body) ? answer.body : []).map(
        (reason: { cancelCodeId?: string | number; description?: string }) => ({
          code: String(reason.cancelCodeId ?? ''),
          description: reason.description ?? '',
        }),
      )
    },
  }
}

function merchantCalls(call: IfoodCaller) {
  return {
    merchantStatus: async (merchantId: string, signal?: AbortSignal) => {
      const path = `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/status`
      const answer = await call('GET', path, { signal, retry: !signal })
      rejectFailure(answer, 'merchant status')
      return statusOf(answer.body)
    },
    setItemStatus: async (merchantId: string, itemId: string, status: 'AVAILABLE' | 'UNAVAILABLE') => {
      const answer = await call('PATCH', catalogPath(merchantId, 'items/status'), {
        json: { itemId, status },
      })
      rejectFailure(answer, 'item status')
    },
    setItemPrice: async (merchantId: string, itemId: string, priceCents: number) => {
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
  if (!path) throw failure('refused', `${action} is the marketplace's own`)
  return path
}

const catalogPath = (merchantId: string, what: string): string =>
  `/catalog/v2.0/merchants/${encodeURIComponent(merchantId)}/${what}`

const cancellation = (asked: MarketplaceRequest) => ({
  reason: asked.reason ?? '',
  cancellationCode: asked.code ?? '',
})
