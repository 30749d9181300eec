import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { statusLabels } from '../../../contract/orders/states.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { oneOrder } from '../board/orders.reads.ts'

/** Events that invalidate older taps; their data contain the version of the order that they created. */
const changes: Readonly<
  Record<string, { readonly words: string; readonly actions: readonly OrderAction[] }>
> = {
  RETURNED: {
    words: 'uma etapa foi desfeita',
    actions: ['confirm', 'startPreparation', 'ready', 'dispatch', 'deliver', 'conclude', 'cancel'],
  },
  CHANGED: {
    words: 'o pedido foi alterado',
    actions: ['confirm', 'startPreparation', 'ready', 'dispatch', 'deliver'],
  },
  ITEMS_CHANGED: {
    words: 'os itens mudaram',
    actions: ['confirm', 'startPreparation', 'ready', 'dispatch', 'deliver'],
  },
  ADDRESS_CHANGED: { words: 'o endereço foi alterado', actions: ['dispatch', 'deliver'] },
  PAYMENT_CHANGED: { words: 'o pagamento foi alterado', actions: ['dispatch', 'deliver'] },
  DELIVERY_FEE_CHANGED: { words: 'a taxa de entrega foi alterada', actions: ['dispatch', 'deliver'] },
}

/** Implements `seenVersion` of the contract, after the current status has allowed the action. */
export async function rejectIfStale(
  tx: Transaction<Cell>,
  row: OrderRow,
  action: OrderAction,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen >= row.version) return
  const types = Object.keys(changes).filter((type) => lookup(changes, type)?.actions.includes(action))
  const changed = await tx
    .selectFrom('order_events')
    .select('type')
    .where('store_id', '=', row.store_id)
    .where('order_id', '=', row.id)
    .where('type', 'in', types)
    .where(sql<boolean>`(data ->> 'version')::integer > ${seen}`)
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (!changed) return
  const what = lookup(changes, changed.type)?.words ?? 'o pedido mudou'
  throw new AppError('order/changed-meanwhile', {
    message: `Depois do seu toque ${what}. O pedido está ${lookup(statusLabels, row.status) ?? row.status}: confira e toque de novo.`,
    current: await oneOrder(tx, row.store_id, row.id),
  })
}
