import type { Transaction } from 'kysely'
import { minuteMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../../order-moved.ts'
import { changeOrder } from '../moves/change-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { factOf } from '../states/fact-of-event.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

type Courier = NonNullable<OrderDetail['courierOnDemand']>

/** As published for the customer's wish of another address. */
const answerWithinMs = 15 * minuteMs

/**
 * A marketplace's events of an order that it carries for another channel. They say what becomes of its courier; the
 * order's own steps stay with its channel and the store.
 */
export async function hearOfCarried(
  deps: Deps,
  tx: Transaction<Cell>,
  order: OrderRow,
  {
    platform,
    events,
    now,
  }: { readonly platform: string; readonly events: readonly MarketplaceEvent[]; readonly now: Date },
): Promise<void> {
  const fresh: MarketplaceEvent[] = []
  for (const event of events) {
    const fact = factOf(event)
    const recorded = await recordEvent(tx, order.store_id, order.id, {
      source: platform,
      sourceEventId: event.id,
      // A step of the courier's is no step of the order.
      type: event.type === 'other' ? fact.type : `CARRIED_${fact.type}`,
      at: event.at,
      ...(fact.data ? { data: fact.data } : {}),
    })
    if (recorded) fresh.push(event)
  }
  const { courierOnDemand, delivery } = order.detail as unknown as OrderDetail
  if (!courierOnDemand || fresh.length === 0) return
  // Of a request that was taken back, before the one that counts.
  const about = fresh.filter(({ orderId }) => orderId === courierOnDemand.externalId)
  const after = carriedAfter(courierOnDemand, about)
  const accepted = about.some(({ type }) => type === 'changed')
  const asked = courierOnDemand.addressChange ?? after.addressChange
  if (!accepted || !asked || !delivery)
    return patchOrder(tx, order, { detail: { courierOnDemand: after } }, now)
  const detail = { courierOnDemand: withoutChange(after), delivery: { ...delivery, address: asked.address } }
  await changeOrder(deps, tx, order, {
    patch: { detail, recount: true },
    parts: ['address'],
    note: 'Endereço novo',
    at: now,
  })
}

/** By the marketplace's clock: events come in any order, and an older one changes nothing. */
function carriedAfter(known: Courier, events: readonly MarketplaceEvent[]): Courier {
  const inOrder = events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return inOrder.reduce(carriedBy, known)
}

function carriedBy(known: Courier, event: MarketplaceEvent): Courier {
  const at = event.at.toISOString()
  const facts = { ...known, ...withFacts(event) }
  const changed = event.type === 'other' && event.deniesAddress ? withoutChange(facts) : facts
  const state = stateAfter(known, event)
  if (state === null || (known.heardAt !== undefined && known.heardAt > at)) return changed
  return { ...changed, state, at, heardAt: at, ...(state === 'assigned' ? { accepted: true } : {}) }
}

function withFacts(event: MarketplaceEvent): Partial<Courier> {
  if (event.type !== 'other') return {}
  const { dropCode, asksAddress } = event
  const until = new Date(event.at.getTime() + answerWithinMs).toISOString()
  return {
    ...(dropCode === undefined ? {} : { dropCode }),
    ...(asksAddress ? { addressChange: { address: asksAddress, until } } : {}),
  }
}

const withoutChange = ({ addressChange: _change, ...courier }: Courier): Courier => courier

function stateAfter(known: Courier, event: MarketplaceEvent): Courier['state'] | null {
  switch (event.type) {
    case 'confirmed':
      return known.state === 'asked' ? 'coming' : null
    case 'dispatched':
      return 'assigned'
    case 'delivered':
    case 'concluded':
      return 'delivered'
    case 'cancelled':
      return 'cancelled'
    case 'cancellation-refused':
      return known.accepted ? 'assigned' : 'coming'
    case 'other':
      return event.cancelsCarried ? 'cancelling' : (event.courier ?? null)
    default:
      return null
  }
}
