import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { orderTypes } from '../../../contract/orders/kinds.ts'
import { isSumTooLarge } from '../../db/content-refused.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import { isServiceOff, modulesOffOf } from '../../stores/stores.ts'
import { matchedItems } from '../matching/matched-items.ts'
import { incomingFromMarketplace } from './marketplace-order.ts'
import { withoutAmounts } from './without-amounts.ts'

/** Returns our id of the order; null: it was not taken yet. */
export async function findMarketplaceOrder(
  deps: Deps,
  { storeId, platform }: StoreChannel,
  externalId: string,
): Promise<string | null> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('platform', '=', platform)
      .where('external_id', '=', externalId)
      .executeTakeFirst(),
  )
  return row?.id ?? null
}

/** Takes a marketplace's order like any other and returns our id. */
export async function takeMarketplaceOrder(
  deps: Deps,
  channel: StoreChannel,
  order: MarketplaceOrder,
): Promise<string> {
  try {
    return await take(deps, channel, order)
  } catch (error) {
    if (!isSumTooLarge(error)) throw error
    deps.log.error({ err: error, ...channel }, 'an order was taken without its amounts: its hour is full')
    return take(deps, channel, withoutAmounts(order))
  }
}

async function take(
  deps: Deps,
  { storeId, platform }: StoreChannel,
  order: MarketplaceOrder,
): Promise<string> {
  const incoming = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const terms = await channelTerms(tx, { storeId, platform }, order.createdAt)
    const now = deps.now()
    const about = { storeId, platform, orderId: uuidv7(), ...terms, now }
    const sent = incomingFromMarketplace(order, about)
    const { items, alcohol } = await matchedItems(tx, { storeId, platform }, sent.items, now)
    return { ...sent, items, detail: { ...sent.detail, ...(alcohol ? { alcohol } : {}) } }
  })
  const taken = await deps.intake.take(incoming)
  return taken.orderId
}

/** What the marketplace keeps of an order of this moment: by the contract of its business day. */
export async function channelTerms(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  orderedAt: Date,
) {
  const { rows } = await sql<{ commissionBps: number; paymentFeeBps: number }>`
    select coalesce(f.commission_bps, i.commission_bps) as "commissionBps",
      coalesce(f.payment_fee_bps, i.payment_fee_bps) as "paymentFeeBps"
    from integrations i left join lateral (
      select commission_bps, payment_fee_bps from channel_fees f
      where f.store_id = i.store_id and f.type = i.type and f.from_day <= running_day(i.store_id, ${orderedAt})
      order by f.from_day desc limit 1) f on true
    where i.store_id = ${storeId} and i.type = ${platform}`.execute(tx)
  const [row] = rows
  const off = await modulesOffOf(tx, storeId)
  return {
    commissionBps: row?.commissionBps ?? 0,
    paymentFeeBps: row?.paymentFeeBps ?? 0,
    typesOff: orderTypes.filter((type) => isServiceOff(off, type)),
  }
}
