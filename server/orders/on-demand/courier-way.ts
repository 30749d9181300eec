import type { Transaction } from 'kysely'
import type { mayAskForCourier } from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Verdict } from '../../../contract/orders/states.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type {
  CourierAnswer,
  MerchantDeliveries,
  OfferedReason,
  Registered,
} from '../../marketplaces/deliveries.ts'
import { requireFacet, type LentCouriers } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { rejectField } from '../edits/edit-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { parcelOf } from './carried-order.ts'
import { lenderOf, mayCarry, type Lender } from './lender.ts'

export interface LendingCall {
  readonly deps: Deps
  readonly storeId: string
  readonly params: { readonly orderId: string }
  readonly caller: { readonly uid: string; readonly name: string }
  readonly now: Date
}

/** An order, the marketplace that lends it a courier, and what is known of the last one. */
export interface Lent {
  readonly row: OrderRow
  readonly lender: Lender
  readonly courier: NonNullable<OrderDetail['courierOnDemand']> | null
}

/** How a courier is had for one order: the marketplace knows it, or is given it first. */
interface CourierWay {
  offer(): Promise<CourierAnswer>
  /** Null: the marketplace knew the order. */
  ask(quoteId: string): Promise<Registered | null>
  cancelReasons(): Promise<readonly OfferedReason[]>
  cancel(reason: OfferedReason | null): Promise<void>
}

type May = (order: Parameters<typeof mayAskForCourier>[0], now: Date) => Verdict

/** Locks the order. order/not-found, order/invalid-transition */
export async function lent(
  tx: Transaction<Cell>,
  { storeId, params, now }: LendingCall,
  may: May,
  isNew = false,
): Promise<Lent> {
  const row = await lockOrder(tx, storeId, params.orderId)
  if (!row) throw new AppError('order/not-found')
  const lender = await lenderOf(tx, row)
  const { courierOnDemand } = row.detail as unknown as OrderDetail
  const status = row.status as Order['status']
  const verdict = may({ status, lendsCourier: lender !== null, courierOnDemand }, now)
  if (!verdict.allowed) throw new AppError('order/invalid-transition', { message: verdict.reason })
  // The rules above refuse an order that nobody lends a courier.
  if (!lender) throw new AppError('order/invalid-transition')
  const carried = isNew ? mayCarry(row, lender) : verdict
  if (!carried.allowed) throw new AppError('order/invalid-transition', { message: carried.reason })
  return { row, lender, courier: courierOnDemand ?? null }
}

/** Outside any transaction. order/partner-decides, marketplace/unavailable */
export async function courierWay<T>(
  { deps, storeId }: LendingCall,
  order: Lent,
  work: (way: CourierWay) => Promise<T>,
): Promise<T> {
  const { platform, by } = order.lender
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    if (by) return await work(carriedWay(requireFacet(marketplace, 'deliveries'), order))
    const { couriers } = marketplace.orders
    if (!couriers) throw new MarketplaceError(platform, 'not-offered', 'couriers')
    return await work(knownWay(couriers, order))
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const failed = error.temporary ? 'marketplace/unavailable' : 'order/partner-decides'
    throw Object.assign(new AppError(failed, { message: error.words }), { cause: error })
  }
}

const knownWay = (couriers: LentCouriers, { row }: Lent): CourierWay => ({
  offer: () => couriers.offer(row.external_id),
  ask: async (quoteId) => {
    await couriers.ask(row.external_id, quoteId)
    return null
  },
  cancelReasons: () => Promise.resolve([]),
  cancel: () => couriers.cancel(row.external_id),
})

function carriedWay(deliveries: MerchantDeliveries, { row, lender, courier }: Lent): CourierWay {
  const { lat, lng } = (row.detail as unknown as OrderDetail).delivery?.address ?? {}
  return {
    offer: () => deliveries.offer(lender.merchantId, { lat: lat ?? 0, lng: lng ?? 0 }),
    ask: (quoteId) => deliveries.ask(lender.merchantId, parcelOf(row, quoteId)),
    cancelReasons: async () => deliveries.cancelReasons(carriedId(courier, lender)),
    cancel: async (reason) => {
      const externalId = carriedId(courier, lender)
      if (!reason) throw rejectField('reason', 'Escolha o motivo do cancelamento.')
      await deliveries.cancel(externalId, reason)
    },
  }
}

/** order/partner-decides: its answer to the request has not arrived. */
export function carriedId(courier: Lent['courier'], { platform }: Lender): string {
  if (courier?.externalId !== undefined) return courier.externalId
  throw new AppError('order/partner-decides', {
    message: `${withChannel('O', platform)} ainda não respondeu ao pedido de entregador. Espere alguns minutos.`,
  })
}

/** order/not-found */
export async function shown(call: LendingCall): Promise<Order> {
  const order = await inStore(call, (tx) => oneOrder(tx, call.storeId, call.params.orderId))
  if (!order) throw new AppError('order/not-found')
  return order
}

export const inStore = <T>(
  { deps, storeId }: LendingCall,
  work: (tx: Transaction<Cell>) => Promise<T>,
): Promise<T> => withStoreScope(deps.cells, [storeId], work)
