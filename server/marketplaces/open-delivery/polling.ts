import type { EventPolling } from '../marketplace.ts'
import type { Caller } from './caller.ts'
import { openDeliveryEvent } from './event.ts'
import { rejectFailure } from './http.ts'

/** Polled events of which the acknowledgment has not been sent yet; the oldest are forgotten. */
const maxRemembered = 5_000

/**
 * Events by polling (docs/marketplaces/open-delivery.md section 3). Credentials belong to one merchant, and events name
 * none, so each merchant is polled alone. No filter is sent: it would acknowledge what it leaves out.
 */
export function openDeliveryPolling(call: Caller, now: () => Date): EventPolling {
  const polled = new Map<string, { readonly orderId: string | null; readonly eventType: string }>()
  return {
    maxMerchants: 1,
    maxAcknowledged: 100,
    poll: async ([merchantId = ''], signal) => {
      const answer = await call('GET', '/v1/events:polling', {
        headers: { 'x-polling-merchants': merchantId },
        signal,
        retry: false,
      })
      if (answer.status === 204) return []
      rejectFailure(answer, 'polling')
      const events = (Array.isArray(answer.body) ? answer.body : []).map((raw: unknown) =>
        openDeliveryEvent(raw, now(), merchantId),
      )
      for (const { id, orderId, code } of events) polled.set(id, { orderId, eventType: code })
      for (const id of [...polled.keys()].slice(0, -maxRemembered)) polled.delete(id)
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
