import type { Transaction } from 'kysely'
import type * as routes from '../../../contract/orders/picking.ts'
import { mayPick, mayStartPicking, type PickedChange } from '../../../contract/orders/picking.ts'
import { maxPickedChanges, type Order } from '../../../contract/orders/orders.ts'
import type { Verdict } from '../../../contract/orders/states.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OrderPicking } from '../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { detailOf, rejectField } from '../edits/edit-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'

type Picking = NonNullable<Order['picking']>
type StartCall = Call<typeof routes.startPicking>
type ChangeCall = Call<typeof routes.changePickedItem>
type EndCall = Call<typeof routes.endPicking>
type AnyCall = Pick<StartCall, 'deps' | 'storeId' | 'params' | 'caller' | 'now'>

/**
 * Each step is noted before it goes out, with who took it, so of two people one takes it; one that the marketplace does
 * not take is taken back.
 */
export function startPicking(call: StartCall): Promise<Order> {
  return step(call, {
    may: mayStartPicking,
    type: 'PICKING_STARTED',
    plan: () => ({ state: 'started', at: call.now.toISOString(), by: call.caller.name, changes: [] }),
    send: (picking, externalId) => picking.start(externalId),
  })
}

export function endPicking(call: EndCall): Promise<Order> {
  return step(call, {
    may: mayPick,
    type: 'PICKING_ENDED',
    plan: (picking) => ({
      ...{ changes: [], ...picking },
      ...{ state: 'ended', at: call.now.toISOString(), by: call.caller.name },
    }),
    send: (picking, externalId) => picking.end(externalId),
  })
}

/** order/stale-edit: two people had the same order before them. */
export function changePickedItem(call: ChangeCall): Promise<Order> {
  const { change, version } = call.body
  return step(call, {
    may: mayPick,
    type: `ITEM_${change.kind.toUpperCase()}`,
    note: (items) => noteOf(change, items),
    plan: async (picking, tx, row) => {
      if (row.version !== version)
        throw new AppError('order/stale-edit', { current: await oneOrder(tx, call.storeId, row.id) })
      const changes = picking?.changes ?? []
      if (changes.length >= maxPickedChanges)
        throw rejectField('change', 'Este pedido já teve mudanças demais: termine a separação.')
      const made = { ...changeOf(change), by: call.caller.name, at: call.now.toISOString() }
      return {
        ...{ state: 'started' as const, at: made.at, by: made.by },
        ...picking,
        changes: [...changes, made],
      }
    },
    send: (picking, externalId) => picking.change(externalId, change),
  })
}

const changeOf = (
  change: PickedChange,
): Pick<Picking['changes'][number], 'kind' | 'pickId' | 'quantity' | 'ean'> => ({
  kind: change.kind,
  pickId: 'pickId' in change ? change.pickId : null,
  quantity: 'quantity' in change ? change.quantity : null,
  ean: 'ean' in change ? change.ean : null,
})

/** validation/refused: it is no line of the order. */
function noteOf(change: PickedChange, items: Order['items']): string {
  const amount = 'quantity' in change ? String(change.quantity).replace('.', ',') : ''
  if (change.kind === 'added') return `${amount} × ${change.ean}`
  const item = items.find(({ pickId }) => pickId === change.pickId)
  if (!item) throw rejectField('change.pickId', 'Este item não está no pedido.')
  if (change.kind === 'removed') return item.name
  return change.kind === 'quantity' ? `${item.name}: ${amount}` : `${item.name} → ${amount} × ${change.ean}`
}

interface Step {
  readonly may: (order: Pick<Order, 'status' | 'picksItems' | 'picking'>) => Verdict
  readonly type: string
  readonly note?: (items: Order['items']) => string
  readonly plan: (
    picking: Picking | undefined,
    tx: Transaction<Cell>,
    row: OrderRow,
  ) => Picking | Promise<Picking>
  readonly send: (picking: OrderPicking, externalId: string) => Promise<void>
}

async function step(call: AnyCall, { may, type, note, plan, send }: Step): Promise<Order> {
  const { deps, storeId, params, caller, now } = call
  const { row, before } = await inStore(call, async (tx) => {
    const locked = await lockedIf(tx, call, may)
    const known = detailOf(locked).picking ?? undefined
    const seen = note ? await oneOrder(tx, storeId, params.orderId) : null
    const text = note && seen ? note(seen.items) : null
    const picking = await plan(known, tx, locked)
    await recordEvent(tx, storeId, params.orderId, {
      source: 'balcao',
      type,
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      ...(text === null ? {} : { data: { note: text } }),
    })
    await patchOrder(tx, locked, { detail: { picking } }, now)
    return { row: locked, before: known }
  })
  try {
    const { orders } = await deps.marketplaces.marketplaceFor({ storeId, platform: row.platform })
    if (!orders.picking) throw new MarketplaceError(row.platform, 'not-offered', 'picking')
    await send(orders.picking, row.external_id)
  } catch (error) {
    await takeBack(call, before, type)
    if (!(error instanceof MarketplaceError)) throw error
    throw new AppError(error.temporary ? 'marketplace/unavailable' : 'order/partner-decides', {
      message: error.words,
    })
  }
  const order = await inStore(call, (tx) => oneOrder(tx, storeId, params.orderId))
  if (!order) throw new AppError('order/not-found')
  return order
}

/** order/not-found, order/invalid-transition */
async function lockedIf(
  tx: Transaction<Cell>,
  { storeId, params }: AnyCall,
  may: Step['may'],
): Promise<OrderRow> {
  const row = await lockOrder(tx, storeId, params.orderId)
  if (!row) throw new AppError('order/not-found')
  const { picksItems, picking } = detailOf(row)
  const verdict = may({ status: row.status as Order['status'], picksItems, picking: picking ?? undefined })
  if (!verdict.allowed) throw new AppError('order/invalid-transition', { message: verdict.reason })
  return row
}

/** The marketplace did not take the step: what was noted with it goes, and the timeline says so. */
const takeBack = (call: AnyCall, before: Picking | undefined, type: string): Promise<void> =>
  inStore(call, async (tx) => {
    const row = await lockOrder(tx, call.storeId, call.params.orderId)
    const picking = row && detailOf(row).picking
    if (!row || !picking) return
    const at = call.now.toISOString()
    const kept = before && {
      ...before,
      changes: picking.changes.filter((one) => one.at !== at || one.by !== call.caller.name),
    }
    await recordEvent(tx, call.storeId, call.params.orderId, {
      source: 'balcao',
      type: `${type}_REFUSED`,
      at: call.now,
    })
    await patchOrder(tx, row, { detail: { picking: kept ?? null } }, call.now)
  })

const inStore = <T>({ deps, storeId }: AnyCall, work: (tx: Transaction<Cell>) => Promise<T>): Promise<T> =>
  withStoreScope(deps.cells, [storeId], work)
