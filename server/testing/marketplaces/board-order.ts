import { ifoodOrder } from '../../marketplaces/ifood/order.ts'
import { sanitiseOrder } from '../../marketplaces/sanitise/sanitise-order.ts'
import { shownOrder } from '../../orders/board/shown-order.ts'
import { incomingFromMarketplace } from '../../orders/taking/marketplace-order.ts'

const terms = {
  platform: 'ifood',
  storeId: '0198f000-0000-7000-8000-000000000001',
  orderId: '0198f000-0000-7000-8000-0000000000ff',
  commissionBps: 1_200,
  typesOff: [],
  paymentFeeBps: 320,
}

/** An iFood document through the door into the rows of the orders room, and out of them onto the board. */
export function boardOrderOf(document: unknown, now: Date) {
  const row = incomingFromMarketplace(sanitiseOrder(ifoodOrder(document, now), now), { ...terms, now })
  const date = (text: string | null) => (text === null ? null : new Date(text))
  const stored = JSON.parse(JSON.stringify(row)) as typeof row
  const order = shownOrder(
    {
      ...stored,
      display_id: stored.display_id ?? '1',
      business_day: '2026-11-20',
      pending_action: null,
      pending_since: null,
      created_at: new Date(stored.created_at),
      status_since: new Date(stored.status_since),
      promised_at: date(stored.promised_at),
      preparation_start_at: date(stored.preparation_start_at),
      confirm_by: date(stored.confirm_by),
      customer_id: null,
      customer_seq: null,
      refunded_fees_cents: 0,
      version: 1,
    },
    stored.items,
  )
  return { row, order }
}
