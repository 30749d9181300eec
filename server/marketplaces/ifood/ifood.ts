import type { Logger } from 'pino'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { ifoodAccount } from './account.ts'
import { ifoodCatalogue } from './catalogue.ts'
import { ifoodCouriers } from './couriers/couriers.ts'
import { ifoodDeliveries } from './couriers/deliveries.ts'
import { ifoodDisputes } from './disputes.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'
import { ifoodEvent } from './event.ts'
import { ifoodLedger } from './financial/financial.ts'
import {
  createIfoodCaller,
  failure,
  platform,
  rejectFailure,
  type IfoodCaller,
  type IfoodEnv,
} from './http.ts'
import { ifoodPauses } from './interruptions.ts'
import { ifoodMenu, ifoodOptions, ifoodPrices } from './items.ts'
import { ifoodLinking } from './linking.ts'
import { ifoodHours } from './opening-hours.ts'
import { ifoodOrder } from './order.ts'
import { ifoodPicking } from './picking.ts'
import { ifoodReviews } from './reviews.ts'
import { ifoodPublishing } from './publishing/publishing.ts'
import { statusOf } from './status.ts'
import { ifoodWebhook } from './webhook.ts'
import type { EventPolling, Marketplace, MarketplaceOrders, MarketplaceRequest } from '../marketplace.ts'
import type { Authorisation, MarketplaceKind } from '../marketplace-kind.ts'
import type { MerchantStatuses } from '../merchant.ts'

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
    orders: ifoodOrders(call, parts.now),
    events: { read: keptEvent },
    polling: ifoodPolling(call, parts),
    status: ifoodStatus(call),
    pauses: ifoodPauses(call),
    hours: ifoodHours(call),
    menu: ifoodMenu(call),
    prices: ifoodPrices(call),
    options: ifoodOptions(call),
    catalogue: ifoodCatalogue(call),
    publishing: ifoodPublishing(call),
    reviews: ifoodReviews(call),
    ledger: ifoodLedger(call, parts.env),
    disputes: ifoodDisputes(call),
    deliveries: ifoodDeliveries(call),
    account: ifoodAccount(call),
  }
}

/** docs/marketplaces/ifood.md section 3. */
function ifoodPolling(call: IfoodCaller, { env, now }: { env: IfoodEnv; now: () => Date }): EventPolling {
  return {
    maxMerchants: 100,
    maxAcknowledged: 2_000,
    everySeconds: env.IFOOD_POLL_SECONDS,
    poll: async (merchantIds, signal, present = true) => {
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
      return documents.map((raw) => ifoodEvent(raw, now()))
    },
    acknowledge: async (eventIds) => {
      if (eventIds.length === 0) return
      const answer = await call('POST', '/events/v1.0/events/acknowledgment', {
        json: eventIds.map((id) => ({ id })),
      })
      rejectFailure(answer, 'acknowledgment')
    },
  }
}

/** A kept event has its id: without one it is no event any more. */
function keptEvent(raw: unknown, receivedAt: Date): MarketplaceEvent | null {
  const event = ifoodEvent(raw, receivedAt)
  return event.id === '' ? null : event
}

const withoutPresence = (path: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}excludeHeartbeat=true`

function ifoodOrders(call: IfoodCaller, now: () => Date): MarketplaceOrders {
  const orderPath = (externalId: string) => `/order/v1.0/orders/${encodeURIComponent(externalId)}`
  return {
    read: async (externalId) => {
      const answer = await call('GET', orderPath(externalId))
      rejectFailure(answer, 'order')
      return ifoodOrder(answer.body, now())
    },
    request: async (externalId, asked) => {
      const path = `${orderPath(externalId)}/${pathOf(asked.action)}`
      const answer = await call('POST', path, asked.action === 'cancel' ? { json: cancellation(asked) } : {})
      rejectFailure(answer, asked.action)
      return 'taken'
    },
    checkCode: async (externalId, code) => {
      const answer = await call('POST', `${orderPath(externalId)}/verifyDeliveryCode`, { json: { code } })
      const refused = answer.status === 400 || answer.status === 422
      if (!refused) rejectFailure(answer, 'delivery code')
      const { success, valid } = (answer.body ?? {}) as { success?: unknown; valid?: unknown }
      return { right: !refused && success !== false && valid !== false, said: null }
    },
    couriers: ifoodCouriers(call),
    picking: ifoodPicking(call),
    cancellationReasons: async (externalId) => {
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

const ifoodStatus = (call: IfoodCaller): MerchantStatuses => ({
  read: async (merchantId, signal) => {
    const path = `/merchant/v1.0/merchants/${encodeURIComponent(merchantId)}/status`
    const answer = await call('GET', path, { signal, retry: !signal })
    rejectFailure(answer, 'merchant status')
    return statusOf(answer.body)
  },
})

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

const cancellation = (asked: MarketplaceRequest) => ({
  reason: asked.reason ?? '',
  cancellationCode: asked.code ?? '',
})
