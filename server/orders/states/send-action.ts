import { withChannel } from '../../../contract/shared/channels.ts'
import { statusAfter, type OrderAction } from '../../../contract/orders/states.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { EffectPayload } from '../../outbox/effects.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { moveOrder } from '../moves/move-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'

/**
 * Sends our request to the marketplace, outside any transaction. If accepted, the marketplace's event
 * moves the order. If rejected, the order shows the reason and can be tried again. An unknown outcome is
 * thrown and retried; the marketplace tolerates repeats.
 */
export async function sendAction(
  deps: Deps,
  storeId: string,
  orderId: string,
  payload: EffectPayload<'marketplace-action'>,
): Promise<void> {
  const order = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select(['platform', 'external_id', 'pending_action'])
      .where('store_id', '=', storeId)
      .where('id', '=', orderId)
      .executeTakeFirst(),
  )
  // Settled in the meantime by an event or another device; nothing to request.
  if (order?.pending_action !== payload.action) return
  try {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: order.platform })
    const outcome = await marketplace.orders.request(order.external_id, payload)
    if (outcome === 'unasked') await stepHere(deps, storeId, orderId, payload.action)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    await noteRefusal(deps, storeId, orderId, payload.action, error.words)
  }
}

/**
 * A step that the marketplace does not follow: the store's request is the step. It counts as the marketplace's event, so
 * that the state stays the fold of one source.
 */
async function stepHere(deps: Deps, storeId: string, orderId: string, action: OrderAction): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (row?.pending_action !== action) return
    const to = statusAfter[action]
    await moveOrder(deps, tx, row, {
      to,
      cause: 'store',
      event: {
        source: row.platform,
        sourceEventId: `here:${orderId}:${action}`,
        type: to.toUpperCase(),
        at: now,
      },
      patch: { pendingAction: null },
      at: now,
    })
  })
}

/** Without a refusal of the marketplace: the outbox gave up. The person sees that it did not happen. */
export async function noteRefusal(
  deps: Deps,
  storeId: string,
  orderId: string,
  action: OrderAction,
  refusal: string | null = null,
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (row?.pending_action !== action) return
    const message = refusal ?? noAnswer(row.platform)
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      type: 'REQUEST_REFUSED',
      at: now,
      data: { action, note: message },
    })
    await patchOrder(
      tx,
      row,
      { pendingAction: null, detail: { refusal: { action, message, at: now.toISOString() } } },
      now,
    )
  })
}

const noAnswer = (platform: string): string =>
  `${withChannel('O', platform)} não respondeu a esta ação. Confira ${withChannel('em', platform)} e tente de novo.`
