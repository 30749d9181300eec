import type { Transaction } from 'kysely'
import type * as routes from '../../../contract/orders/courier-on-demand.ts'
import {
  isCourierUnanswered,
  mayAskForCourier,
  mayCancelCourier,
} from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Verdict } from '../../../contract/orders/states.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { LentCouriers } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

type Courier = NonNullable<OrderDetail['courierOnDemand']>
type ReadCall = Call<typeof routes.readCourierOffer>
type AskCall = Call<typeof routes.askForCourier>
type CancelCall = Call<typeof routes.cancelCourier>
type AnyCall = Pick<ReadCall, 'deps' | 'storeId' | 'params' | 'caller' | 'now'>

export async function readCourierOffer(call: ReadCall): Promise<Reply<typeof routes.readCourierOffer>> {
  const row = await inStore(call, (tx) => lockedIf(tx, call, mayAskForCourier))
  return atMarketplace(call, row, (couriers) => couriers.offer(row.external_id))
}

/** The request is noted before it goes out, so of two people one asks; a refused one is taken back. */
export async function askForCourier(call: AskCall): Promise<Order> {
  const { quoteId, cents } = call.body
  const { row, before } = await note(call, mayAskForCourier, {
    type: 'COURIER_ASKED',
    data: { note: moneyText(cents) },
    courier: { state: 'asked', cents, askedBy: call.caller.name, at: call.now.toISOString() },
  })
  await orTakenBack(call, before, () =>
    atMarketplace(call, row, (couriers) => couriers.ask(row.external_id, quoteId)),
  )
  return shown(call)
}

export async function cancelCourier(call: CancelCall): Promise<Order> {
  const { row, before } = await note(call, mayCancelCourier, {
    type: 'COURIER_CANCEL_ASKED',
    courier: { state: 'cancelling', at: call.now.toISOString() },
  })
  try {
    await orTakenBack(call, before, () =>
      atMarketplace(call, row, (couriers) => couriers.cancel(row.external_id)),
    )
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'order/partner-decides'
    if (!before || !isRefused || !isCourierUnanswered(before, call.now)) throw error
    // The marketplace knows of no request: our process ended between the note and the call.
    await keep(call, before, { ...before, state: 'refused' })
  }
  return shown(call)
}

interface Noted {
  readonly type: 'COURIER_ASKED' | 'COURIER_CANCEL_ASKED'
  readonly data?: { readonly note: string }
  readonly courier: Partial<Courier> & Pick<Courier, 'state'>
}

/** Returns the order, and what was known of its courier before. */
const note = (
  call: AnyCall,
  may: (order: OrderParts, now: Date) => Verdict,
  { type, data, courier }: Noted,
) =>
  inStore(call, async (tx) => {
    const row = await lockedIf(tx, call, may)
    const before = (row.detail as unknown as OrderDetail).courierOnDemand ?? null
    await recordEvent(tx, call.storeId, call.params.orderId, {
      source: 'balcao',
      type,
      at: call.now,
      actor: { uid: call.caller.uid, name: call.caller.name },
      ...(data ? { data } : {}),
    })
    const then = { cents: null, askedBy: null, at: call.now.toISOString(), ...before, ...courier }
    await patchOrder(tx, row, { detail: { courierOnDemand: then } }, call.now)
    return { row, before }
  })

/** If the work fails, the order keeps what was known before, unless an event about its courier has arrived by then. */
async function orTakenBack(call: AnyCall, before: Courier | null, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const never = { state: 'refused', cents: null, askedBy: null, at: call.now.toISOString() } as const
    await keep(call, before, before ?? never)
    throw error
  }
}

/** Unless an event about the courier has arrived since `before`. */
const keep = (call: AnyCall, before: Courier | null, courierOnDemand: Courier): Promise<void> =>
  inStore(call, async (tx) => {
    const row = await lockOrder(tx, call.storeId, call.params.orderId)
    const now = (row?.detail as unknown as OrderDetail | undefined)?.courierOnDemand
    if (!row || now?.heardAt !== before?.heardAt) return
    await patchOrder(tx, row, { detail: { courierOnDemand } }, call.now)
  })

type OrderParts = Parameters<typeof mayAskForCourier>[0]

/** order/not-found, order/invalid-transition */
async function lockedIf(
  tx: Transaction<Cell>,
  { storeId, params, now }: AnyCall,
  may: (order: OrderParts, now: Date) => Verdict,
): Promise<OrderRow> {
  const row = await lockOrder(tx, storeId, params.orderId)
  if (!row) throw new AppError('order/not-found')
  const { lendsCourier, courierOnDemand } = row.detail as unknown as OrderDetail
  const verdict = may({ status: row.status as Order['status'], lendsCourier, courierOnDemand }, now)
  if (!verdict.allowed) throw new AppError('order/invalid-transition', { message: verdict.reason })
  return row
}

/** Outside any transaction. order/partner-decides, marketplace/unavailable */
async function atMarketplace<T>(
  { deps, storeId }: AnyCall,
  { platform }: OrderRow,
  work: (couriers: LentCouriers) => Promise<T>,
): Promise<T> {
  try {
    const { orders } = await deps.marketplaces.marketplaceFor({ storeId, platform })
    if (!orders.couriers) throw new MarketplaceError(platform, 'not-offered', 'couriers')
    return await work(orders.couriers)
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const failed = error.temporary ? 'marketplace/unavailable' : 'order/partner-decides'
    throw new AppError(failed, { message: error.words })
  }
}

async function shown(call: AnyCall): Promise<Order> {
  const order = await inStore(call, (tx) => oneOrder(tx, call.storeId, call.params.orderId))
  if (!order) throw new AppError('order/not-found')
  return order
}

const inStore = <T>({ deps, storeId }: AnyCall, work: (tx: Transaction<Cell>) => Promise<T>): Promise<T> =>
  withStoreScope(deps.cells, [storeId], work)
