import type { Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../../order-moved.ts'
import { moveOrder } from '../moves/move-order.ts'
import { foldOrder, type OrderFact } from './fold-events.ts'

interface Return {
  /** All of the order, in any sequence. */
  readonly facts: readonly OrderFact[]
  readonly actor: { readonly uid: string; readonly name: string }
  readonly now: Date
}

/**
 * Takes a locked order back to where it was before its last step; the timeline keeps both the step and its return.
 * False: there is no earlier one.
 */
export async function returnStep(
  deps: Deps,
  tx: Transaction<Cell>,
  row: OrderRow,
  { facts, actor, now }: Return,
): Promise<boolean> {
  const status = row.status as OrderStatus
  const back = { type: 'RETURNED', at: now, data: { from: status } }
  const before = foldOrder([...facts, back])
  if (!before || before.status === status) return false
  // The courier who was named in the same step.
  const given = facts.some(
    ({ type, at }) => type === 'MOTOBOY_ASSIGNED' && at.getTime() === row.status_since.getTime(),
  )
  await moveOrder(deps, tx, row, {
    to: before.status,
    cause: 'undo',
    event: {
      source: 'balcao',
      type: back.type,
      at: now,
      actor: { uid: actor.uid, name: actor.name },
      data: { ...back.data, to: before.status, version: row.version + 1 },
    },
    statusSince: before.statusSince,
    patch: {
      completedAt: before.completedAt,
      ...(given ? { motoboyId: null, detail: { motoboy: null } } : {}),
    },
    at: now,
  })
  return true
}
