import { changeItems } from '../../../contract/orders/change-items.ts'
import type { ChangedMoney, MissingMoney } from '../../../contract/orders/money/change-money.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { notify } from '../../ui/notices.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'
import { refundOf, type BillDraft } from './bill.rules.ts'
import { changedItemsOf, type ItemsDraft } from './items-draft.rules.ts'

interface Changed {
  readonly order: Order
  readonly draft: ItemsDraft
  readonly money: ChangedMoney
  readonly missing: MissingMoney
  readonly choice: BillDraft
}

/** Sends the changed items with what was decided about the money. Throws ApiError; a newer order is read at once. */
export async function saveItems({ order, draft, money, missing, choice }: Changed): Promise<void> {
  const saved = await ask(
    changeItems,
    {
      params: { orderId: order.id },
      body: {
        items: changedItemsOf(order.items, draft),
        missing: missing?.kind === 'courtesy' ? { ...missing, reason: choice.reason.trim() } : missing,
        ...refundOf(money, choice),
        orderCents: money.orderCents,
        version: order.version,
      },
    },
    { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409) void refresh(readOrder)
    throw error
  })
  updateBoardCaches(saved)
  await refresh(readOrder)
  notify(`Pedido ${orderName(saved)}: itens alterados.`)
}
