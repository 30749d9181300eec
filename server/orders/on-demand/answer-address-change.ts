import type { answerAddressChange as answerRoute } from '../../../contract/orders/courier-on-demand.ts'
import { mayAnswerAddress } from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Call } from '../../calls/call.ts'
import { AppError } from '../../errors/app-error.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { carriedId, inStore, shown } from './courier-way.ts'

type AnswerCall = Call<typeof answerRoute>
type Courier = NonNullable<OrderDetail['courierOnDemand']>

/** The answer is noted before it goes out, so of two people one answers; the marketplace's event changes the address. */
export async function answerAddressChange(call: AnswerCall): Promise<Order> {
  const { deps, storeId, body } = call
  const { platform, externalId } = await noted(call)
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
    await requireFacet(marketplace, 'deliveries').answerAddressChange(externalId, body.accept)
  } catch (error) {
    await setAnswered(call, false)
    if (!(error instanceof MarketplaceError)) throw error
    throw new AppError(error.temporary ? 'marketplace/unavailable' : 'order/partner-decides', {
      message: error.words,
    })
  }
  return shown(call)
}

/** order/not-found, order/invalid-transition */
const noted = (call: AnswerCall) =>
  inStore(call, async (tx) => {
    const { storeId, params, caller, now, body } = call
    const row = await lockOrder(tx, storeId, params.orderId)
    if (!row) throw new AppError('order/not-found')
    const { courierOnDemand } = row.detail as unknown as OrderDetail
    const verdict = mayAnswerAddress({ courierOnDemand }, now)
    const by = courierOnDemand?.by
    if (!verdict.allowed || !by)
      throw new AppError('order/invalid-transition', verdict.allowed ? {} : { message: verdict.reason })
    const externalId = carriedId(courierOnDemand, { platform: by, by, merchantId: '' })
    await recordEvent(tx, storeId, params.orderId, {
      source: 'balcao',
      type: body.accept ? 'ADDRESS_CHANGE_ACCEPTED' : 'ADDRESS_CHANGE_DENIED',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
    })
    await patchOrder(tx, row, { detail: { courierOnDemand: answeredIn(courierOnDemand, true) } }, now)
    return { platform: by, externalId }
  })

/** Unless an event has settled it by then. */
const setAnswered = (call: AnswerCall, answered: boolean): Promise<void> =>
  inStore(call, async (tx) => {
    const row = await lockOrder(tx, call.storeId, call.params.orderId)
    const { courierOnDemand } = (row?.detail ?? {}) as unknown as Partial<OrderDetail>
    if (!row || !courierOnDemand?.addressChange) return
    await patchOrder(
      tx,
      row,
      { detail: { courierOnDemand: answeredIn(courierOnDemand, answered) } },
      call.now,
    )
  })

function answeredIn(courier: Courier, answered: boolean): Courier {
  if (!courier.addressChange) return courier
  const { answered: _before, ...change } = courier.addressChange
  return { ...courier, addressChange: answered ? { ...change, answered } : change }
}
