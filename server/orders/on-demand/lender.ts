import type { Transaction } from 'kysely'
import { isCarriable, mayBeCarried } from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { carriers } from '../../../contract/orders/channel-couriers.ts'
import { isPlatform, type Platform } from '../../../contract/shared/channels.ts'
import type { Verdict } from '../../../contract/orders/states.ts'
import type { Cell } from '../../db/tables.ts'
import type { OrderRow } from '../../order-moved.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

/** The marketplace whose courier an order can get. */
export interface Lender {
  readonly platform: string
  readonly merchantId: string
  /** It carries the order for another channel; null: the order is its own. */
  readonly by: Platform | null
}

/** Null: no marketplace of the store has couriers for this order. */
export async function lenderOf(tx: Transaction<Cell>, row: OrderRow): Promise<Lender | null> {
  const { lendsCourier, delivery, courierOnDemand } = row.detail as unknown as OrderDetail
  if (lendsCourier) return { platform: row.platform, merchantId: row.merchant_id, by: null }
  if (!isCarriable({ type: row.type as Order['type'], delivery })) return null
  const asked = courierOnDemand?.by
  const carrier = await tx
    .selectFrom('integrations')
    .select(['type', 'merchant_id'])
    .where('store_id', '=', row.store_id)
    .where('type', 'in', asked ? [asked] : carriers)
    .where('type', '<>', row.platform)
    .orderBy('type')
    .executeTakeFirst()
  if (!carrier || !isPlatform(carrier.type)) return null
  return { platform: carrier.type, merchantId: carrier.merchant_id, by: carrier.type }
}

/** Whether it can carry the order as it is now. */
export function mayCarry(row: OrderRow, { by }: Lender): Verdict {
  if (by === null) return { allowed: true }
  const { delivery, payments } = row.detail as unknown as OrderDetail
  const pendingCents = payments
    .filter(({ prepaid }) => !prepaid)
    .reduce((total, { cents }) => total + cents, 0)
  return mayBeCarried({ type: row.type as Order['type'], delivery, pendingCents }, by)
}
