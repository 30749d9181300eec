import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { OrderFact } from './fold-events.ts'

/** A marketplace's event as the order's timeline keeps it. */
export const factOf = (event: MarketplaceEvent): OrderFact => ({
  type: typeOf(event),
  at: event.at,
  data: dataOf(event),
})

/** The timeline's name of an event; an unknown one keeps the marketplace's. */
const typeOf = (event: MarketplaceEvent): string =>
  event.type === 'other' ? event.code : event.type.toUpperCase().replaceAll('-', '_')

function dataOf(event: MarketplaceEvent): OrderFact['data'] {
  switch (event.type) {
    case 'cancelled':
      return { ...event.cancellation }
    case 'dispute-opened':
      return event.dispute && { ...event.dispute }
    case 'dispute-settled':
      return event.settlement && { ...event.settlement }
    case 'other':
      return event.details
    default:
      return null
  }
}
