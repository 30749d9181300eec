import type { Transaction } from 'kysely'
import type { checkDeliveryCode as checkDeliveryCodeRoute } from '../../../contract/orders/code-check.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { mayCheckCode, type OrderPosition } from '../../../contract/orders/states.ts'
import type { Cell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { CodeVerdict } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'

type CheckCall = Call<typeof checkDeliveryCodeRoute>

/** Has the marketplace check the customer's code, outside any transaction, and keeps that it was right, or wrong. */
export async function checkDeliveryCode(call: CheckCall): Promise<Reply<typeof checkDeliveryCodeRoute>> {
  const { deps, storeId, params, body } = call
  const scope = [storeId]
  const { platform, external_id: externalId } = await withStoreScope(deps.cells, scope, (tx) =>
    codeTaker(tx, storeId, params.orderId),
  )
  const verdict = await verdictOf(deps, { storeId, platform, externalId }, body.code)
  if (!verdict.right) {
    await withStoreScope(deps.cells, scope, (tx) =>
      note(tx, call, { type: 'CODE_WRONG', said: verdict.said }),
    )
    const refused = `${withChannel('O', platform)} não reconheceu este código.`
    const message = verdict.said ? `${refused} ${verdict.said}` : `${refused} Confira com o cliente.`
    throw new AppError('validation/refused', { details: [{ path: 'code', message }] })
  }
  const order = await withStoreScope(deps.cells, scope, async (tx) => {
    // Of two people at once the second meets the verdict here.
    const row = await codeTaker(tx, storeId, params.orderId)
    await note(tx, call, { type: 'CODE_CHECKED', said: null })
    const codeCheck = { at: call.now.toISOString(), checkedBy: call.caller.name }
    await patchOrder(tx, row, { detail: { codeCheck } }, call.now)
    return oneOrder(tx, storeId, params.orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

/** The order, locked, of which a code can be checked now. order/not-found, order/invalid-transition */
async function codeTaker(tx: Transaction<Cell>, storeId: string, orderId: string): Promise<OrderRow> {
  const row = await lockOrder(tx, storeId, orderId)
  if (!row) throw new AppError('order/not-found')
  const { takesCode, codeCheck } = row.detail as unknown as OrderDetail
  const verdict = mayCheckCode({
    status: row.status as OrderPosition['status'],
    takesCode: takesCode === true,
    checked: codeCheck !== undefined,
  })
  if (!verdict.allowed) throw new AppError('order/invalid-transition', { message: verdict.reason })
  return row
}

interface Asked {
  readonly storeId: string
  readonly platform: string
  readonly externalId: string
}

/** order/partner-decides, marketplace/unavailable */
async function verdictOf(
  deps: Deps,
  { storeId, platform, externalId }: Asked,
  code: string,
): Promise<CodeVerdict> {
  try {
    const { orders } = await deps.marketplaces.marketplaceFor({ storeId, platform })
    if (!orders.checkCode) throw new MarketplaceError(platform, 'not-offered', 'delivery codes')
    return await orders.checkCode(externalId, code)
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const failed = error.temporary ? 'marketplace/unavailable' : 'order/partner-decides'
    throw new AppError(failed, { message: error.words })
  }
}

/** In the order's timeline, without the code. */
const note = (
  tx: Transaction<Cell>,
  { caller, storeId, params, now }: CheckCall,
  { type, said }: { readonly type: 'CODE_CHECKED' | 'CODE_WRONG'; readonly said: string | null },
) =>
  recordEvent(tx, storeId, params.orderId, {
    source: 'balcao',
    type,
    at: now,
    actor: { uid: caller.uid, name: caller.name },
    ...(said ? { data: { note: said } } : {}),
  })
