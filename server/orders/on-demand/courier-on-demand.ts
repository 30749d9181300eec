import type { Transaction } from 'kysely'
import type * as routes from '../../../contract/orders/courier-on-demand.ts'
import {
  isCourierUnanswered,
  mayAskForCourier,
  mayCancelCourier,
} from '../../../contract/orders/courier-rules.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { keepRegistered } from './carried-order.ts'
import { courierWay, inStore, lent, shown, type LendingCall, type Lent } from './courier-way.ts'

type Courier = NonNullable<OrderDetail['courierOnDemand']>
type ReadCall = Call<typeof routes.readCourierOffer>
type AskCall = Call<typeof routes.askForCourier>
type CancelCall = Call<typeof routes.cancelCourier>
type ReasonsCall = Call<typeof routes.readCourierCancelReasons>

export async function readCourierOffer(call: ReadCall): Promise<Reply<typeof routes.readCourierOffer>> {
  const order = await inStore(call, (tx) => lent(tx, call, mayAskForCourier, true))
  return courierWay(call, order, (way) => way.offer())
}

/** The request is noted before it goes out, so of two people one asks; a refused one is taken back. */
export async function askForCourier(call: AskCall): Promise<Order> {
  const { quoteId, cents } = call.body
  const { order, before } = await note(call, true, mayAskForCourier, ({ lender, courier }) => ({
    type: 'COURIER_ASKED',
    data: { note: moneyText(cents) },
    // Nothing else of an earlier request is of this one.
    courier: {
      state: 'asked',
      cents,
      askedBy: call.caller.name,
      at: call.now.toISOString(),
      ...(lender.by ? { by: lender.by } : {}),
      ...(courier?.heardAt === undefined ? {} : { heardAt: courier.heardAt }),
    },
  }))
  const { by, platform } = order.lender
  await orTakenBack(call, by ? { before, isKept: mayHaveArrived } : { before }, async () => {
    const registered = await courierWay(call, order, (way) => way.ask(quoteId))
    if (!registered) return
    await inStore(call, async (tx) => {
      const row = await lockOrder(tx, call.storeId, call.params.orderId)
      if (row) await keepRegistered(tx, row, { ...registered, platform }, call.now)
    })
  })
  return shown(call)
}

/** No answer: the marketplace may have registered the order all the same, and a second request would be a second courier. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof MarketplaceError && error.cause.kind === 'unreachable'

export async function readCourierCancelReasons(
  call: ReasonsCall,
): Promise<Reply<typeof routes.readCourierCancelReasons>> {
  const order = await inStore(call, (tx) => lent(tx, call, mayCancelCourier))
  const reasons = await courierWay(call, order, (way) => way.cancelReasons())
  return { reasons: reasons.slice(0, 100).map(({ code, description }) => ({ code, description })) }
}

export async function cancelCourier(call: CancelCall): Promise<Order> {
  const { reason } = call.body
  const { order, before } = await note(call, false, mayCancelCourier, ({ courier }) => ({
    type: 'COURIER_CANCEL_ASKED',
    ...(reason ? { data: { note: reason.description } } : {}),
    courier: {
      ...{ cents: null, askedBy: null, ...courier },
      state: 'cancelling',
      at: call.now.toISOString(),
    },
  }))
  try {
    await orTakenBack(call, { before }, () => courierWay(call, order, (way) => way.cancel(reason ?? null)))
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
  readonly courier: Courier
}

/** Returns the order, and what was known of its courier before. */
const note = (
  call: LendingCall,
  isNew: boolean,
  may: Parameters<typeof lent>[2],
  what: (order: Lent) => Noted,
): Promise<{ readonly order: Lent; readonly before: Courier | null }> =>
  inStore(call, async (tx) => {
    const order = await lent(tx, call, may, isNew)
    const { type, data, courier } = what(order)
    await recordEvent(tx, call.storeId, call.params.orderId, {
      source: 'balcao',
      type,
      at: call.now,
      actor: { uid: call.caller.uid, name: call.caller.name },
      ...(data ? { data } : {}),
    })
    await patchOrder(tx, order.row, { detail: { courierOnDemand: courier } }, call.now)
    return { order, before: order.courier }
  })

interface TakenBack {
  readonly before: Courier | null
  /** Whether the request counts in spite of this failure. */
  readonly isKept?: (error: unknown) => boolean
}

/** If the work fails, the order keeps what was known before, unless an event about its courier has arrived by then. */
async function orTakenBack(
  call: LendingCall,
  { before, isKept = () => false }: TakenBack,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const never = { state: 'refused', cents: null, askedBy: null, at: call.now.toISOString() } as const
    if (!isKept(error)) await keep(call, before, before ?? never)
    throw error
  }
}

/** Unless an event about the courier has arrived since `before`. */
const keep = (call: LendingCall, before: Courier | null, courierOnDemand: Courier): Promise<void> =>
  inStore(call, async (tx: Transaction<Cell>) => {
    const row = await lockOrder(tx, call.storeId, call.params.orderId)
    const now = (row?.detail as unknown as OrderDetail | undefined)?.courierOnDemand
    if (!row || now?.heardAt !== before?.heardAt) return
    await patchOrder(tx, row, { detail: { courierOnDemand } }, call.now)
  })
