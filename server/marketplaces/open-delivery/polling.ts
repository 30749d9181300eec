import type { Logger } from 'pino'
import { isRecord } from '../sanitise/is-record.ts'
import type { EventPolling } from '../marketplace.ts'
import { MarketplaceError } from '../marketplace-error.ts'
import type { Caller } from './caller.ts'
import { openDeliveryEvent } from './event.ts'
import { rejectFailure } from './http.ts'
import { merchantIdOf, ourMerchantId } from './merchant-ids.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** Polled events of which the acknowledgment has not been sent yet, and orders with their merchant; the oldest are forgotten. */
const maxRemembered = 5_000

interface Parts {
  readonly call: Caller
  readonly log: Logger
  readonly now: () => Date
}

/**
 * Events by polling (docs/marketplaces/open-delivery.md section 3). Credentials of one merchant poll that one alone; of a
 * poll for several merchants the order says whose an event is. No filter is sent: it would acknowledge what it leaves out.
 */
export function openDeliveryPolling(profile: OpenDeliveryProfile, parts: Parts): EventPolling {
  const { call, now } = parts
  const polled = new Map<string, { readonly orderId: string | null; readonly eventType: string }>()
  const merchantOf = createMerchantLookup(profile, parts)
  return {
    maxMerchants: profile.maxPolled,
    maxAcknowledged: 100,
    poll: async (merchantIds, signal) => {
      const answer = await call('GET', '/v1/events:polling', {
        headers: { 'x-polling-merchants': merchantIds.map((id) => ourMerchantId(profile, id)).join(',') },
        signal,
        retry: false,
      })
      if (answer.status === 204) return []
      rejectFailure(answer, 'polling')
      const raws: readonly unknown[] = Array.isArray(answer.body) ? answer.body : []
      const read = await Promise.all(
        raws.map(async (raw) => {
          const merchantId = await merchantOf(raw, merchantIds)
          return merchantId === later
            ? []
            : [openDeliveryEvent(profile, raw, { receivedAt: now(), merchantId })]
        }),
      )
      const events = read.flat()
      for (const { id, orderId, code } of events) polled.set(id, { orderId, eventType: code })
      forgetOldest(polled)
      return events
    },
    acknowledge: async (eventIds) => {
      const json = eventIds.flatMap((id) => {
        const event = polled.get(id)
        return event ? [{ id, ...event }] : []
      })
      if (json.length === 0) return
      rejectFailure(await call('POST', '/v1/events/acknowledgment', { json }), 'acknowledgment')
      for (const { id } of json) polled.delete(id)
    },
  }
}

/** The order could not be read now: its event is not taken, so that the application sends it again. */
const later = Symbol('later')

/** Null: nobody's, so that the operator sees the event. */
function createMerchantLookup(profile: OpenDeliveryProfile, { call, log }: Parts) {
  const known = new Map<string, string>()
  return async (raw: unknown, polled: readonly string[]): Promise<string | null | typeof later> => {
    const [only] = polled
    if (polled.length === 1 && only !== undefined) return only
    const orderId = isRecord(raw) && typeof raw.orderId === 'string' ? raw.orderId : null
    if (orderId === null) return null
    const found = known.get(orderId)
    if (found !== undefined) return found
    try {
      const answer = await call('GET', `/v1/orders/${encodeURIComponent(orderId)}`)
      rejectFailure(answer, 'order')
      const sent = isRecord(answer.body) && isRecord(answer.body.merchant) ? answer.body.merchant.id : null
      if (typeof sent !== 'string') return null
      const merchantId = merchantIdOf(profile, sent)
      known.set(orderId, merchantId)
      forgetOldest(known)
      return merchantId
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error
      if (error.kind === 'not-found') return null
      log.warn({ err: error, platform: profile.platform }, 'whose event it is is not known yet')
      return later
    }
  }
}

function forgetOldest(remembered: Map<string, unknown>): void {
  for (const id of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(id)
}
