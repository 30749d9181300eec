import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order, readCancellationReasons as readReasonsRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

type Responsible = NonNullable<Order['cancellation']>['responsible']

export interface CancellationReason {
  readonly code: string
  readonly description: string
  readonly responsible: Responsible
}

/** Reasons for the own channel; a marketplace's list is read from it for each order. */
const ownReasons: readonly CancellationReason[] = [
  { code: 'item-unavailable', description: 'Item em falta', responsible: 'store' },
  { code: 'no-courier', description: 'Sem entregador disponível', responsible: 'store' },
  { code: 'outside-area', description: 'Endereço fora da área de entrega', responsible: 'store' },
  { code: 'closed-early', description: 'A loja fechou mais cedo', responsible: 'store' },
  { code: 'internal-trouble', description: 'Dificuldade interna na loja', responsible: 'store' },
  { code: 'customer-asked', description: 'O cliente pediu para cancelar', responsible: 'customer' },
  { code: 'duplicate', description: 'Pedido repetido', responsible: 'customer' },
  { code: 'prank', description: 'Trote ou suspeita de golpe', responsible: 'customer' },
]

/** Of an order with alcohol: the person at the door may not have it. */
const withoutDocument: CancellationReason = {
  code: 'no-adult',
  description: 'Bebida alcoólica: sem documento ou menor de 18 anos',
  responsible: 'customer',
}

export async function readCancellationReasons(
  call: Call<typeof readReasonsRoute>,
): Promise<Reply<typeof readReasonsRoute>> {
  const reasons = await reasonsFor(call.deps, call.storeId, call.params.orderId)
  return reasons.map(({ code, description }) => ({ code, description }))
}

/** Calls the marketplace outside any transaction. */
export async function reasonsFor(
  deps: Deps,
  storeId: string,
  orderId: string,
): Promise<readonly CancellationReason[]> {
  const order = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select(['platform', 'external_id', 'detail'])
      .where('store_id', '=', storeId)
      .where('id', '=', orderId)
      .executeTakeFirst(),
  )
  if (!order) throw new AppError('order/not-found')
  if (!isMarketplace(order.platform))
    return (order.detail as unknown as OrderDetail).alcohol ? [withoutDocument, ...ownReasons] : ownReasons
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: order.platform })
  const reasons = (await marketplace.orders.cancellationReasons?.(order.external_id)) ?? []
  return reasons.map((reason) => ({ ...reason, responsible: 'store' }))
}
