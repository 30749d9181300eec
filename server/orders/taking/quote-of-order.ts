import type { Transaction } from 'kysely'
import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { OrderQuote } from '../../../contract/delivery/quote.ts'
import type { Cell } from '../../db/tables.ts'
import { keptQuote } from '../../delivery/delivery.ts'
import { AppError } from '../../errors/app-error.ts'
import { sum } from './order-batch.ts'

export interface AgreedQuote {
  /** As the order keeps it. */
  readonly kept: OrderQuote
  /** Promised from now on; null: the store's usual ones. */
  readonly minutes: number | null
  /** Where the address is, where the quote knows it to the door. */
  readonly point: MapPoint | null
}

/** The quote given to the customer, or why it does not hold for this order. */
export async function quoteOfOrder(
  tx: Transaction<Cell>,
  storeId: string,
  body: PlaceOrderBody,
  now: Date,
): Promise<{ readonly quote: AgreedQuote | null; readonly refusal: AppError | null }> {
  if (!body.quote || body.type !== 'DELIVERY') return { quote: null, refusal: null }
  const { id, note } = body.quote
  const found = await keptQuote(tx, storeId, id, now)
  const refused = (refusal: AppError) => ({ quote: null, refusal })
  if (!found) return refused(new AppError('delivery/stale-quote'))
  const { quote, itemsCents } = found
  // A free delivery or a minimum hangs on what was ordered.
  if (itemsCents !== sum(body.items.map((item) => item.totalCents)))
    return refused(new AppError('delivery/stale-quote'))
  const fee = sum(body.fees.filter(({ type }) => type === 'DELIVERY_FEE').map(({ cents }) => cents))
  const reason = note || null
  const asQuoted = quote.served && fee === quote.feeCents && quote.missingCents === 0
  if (!asQuoted && reason === null) {
    const details = [{ path: 'quote.note', message: 'Diga por que este pedido foge da regra de entrega.' }]
    return refused(new AppError('validation/refused', { details }))
  }
  const { zoneName, steps, feeCents, courierPayoutCents, minutes } = quote
  const kept = {
    id,
    zoneName,
    steps: steps.map(({ words }) => words),
    feeCents,
    courierPayoutCents,
    note: asQuoted ? null : reason,
  }
  const { point } = quote
  const at = point?.metres === 0 ? { lat: point.lat, lng: point.lng } : null
  return { quote: { kept, minutes: minutes?.max ?? null, point: at }, refusal: null }
}
