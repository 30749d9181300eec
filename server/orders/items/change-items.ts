import type { Transaction } from 'kysely'
import type { changeItems as changeItemsRoute } from '../../../contract/orders/change-items.ts'
import { changedMoney, type ChangedMoney } from '../../../contract/orders/money/change-money.ts'
import {
  highestOrderCents,
  maxItemChanges,
  type ItemChange,
  type Order,
} from '../../../contract/orders/orders.ts'
import { mayChangeItems } from '../../../contract/orders/states.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OrderRow } from '../../order-moved.ts'
import { openRefund, partsOf } from '../due-refunds/due-refunds.reads.ts'
import { noteDueRefund } from '../due-refunds/note-due-refund.ts'
import { detailOf, editOrder, rejectField, type Edit } from '../edits/edit-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { returnStep } from '../states/return-step.ts'
import { moneyColumns, sum, type IncomingItem } from '../taking/order-batch.ts'
import { addsWork, changesOnPaper, changesText, itemChanges, type PlannedItem } from './item-changes.rules.ts'
import { plannedItems, soldItems } from './planned-items.ts'

type ItemsCall = Call<typeof changeItemsRoute>

/** Puts items in, takes them out or makes them otherwise, until the order leaves. Money, tickets and wall follow. */
export function changeItems(call: ItemsCall): Promise<Reply<typeof changeItemsRoute>> {
  const { body, storeId, now } = call
  return editOrder(
    call,
    async (row, tx) => {
      const sold = await soldItems(tx, row)
      const planned = await plannedItems(tx, row, { sold, wanted: body.items, now })
      const changes = itemChanges(sold, planned)
      if (changes.length === 0) return null
      const rows = planned.map((item) => item.row)
      const { fees, discounts, payments } = detailOf(row)
      const due = partsOf(await openRefund(tx, storeId, row.id))
      const money = changedMoney({ fees, discounts, payments, due }, itemsSum(rows), body.missing ?? null)
      rejectWrongMoney(call, row, rows, money)
      return editOf(call, row, { planned, changes, money })
    },
    mayChangeItems,
  )
}

const itemsSum = (rows: readonly IncomingItem[]): number => sum(rows.map((row) => row.total_cents))

function rejectWrongMoney(
  { body }: ItemsCall,
  row: OrderRow,
  rows: readonly IncomingItem[],
  money: ChangedMoney,
): void {
  if (itemsSum(rows) > highestOrderCents)
    throw rejectField('items', 'Um pedido pode ter até R$\u00a0100 mil em itens.')
  if (money.orderCents !== body.orderCents) {
    const message = `Com estes itens o pedido custa ${moneyText(money.orderCents)}.`
    throw new AppError('order/total-mismatch', { message, details: [{ path: 'orderCents', message }] })
  }
  if (body.missing && money.missingCents === 0)
    throw rejectField('missing', 'Não falta receber nada: o que foi combinado paga o pedido.')
  const refunded = row.refund_cents + row.refunded_fees_cents
  const columns = columnsOf(row, rows, money)
  if (columns.gross_cents - columns.store_discount_cents < row.refund_cents || money.orderCents < refunded)
    throw rejectField(
      'items',
      `Deste pedido já foram estornados ${moneyText(refunded)}: os itens não podem custar menos que isso.`,
    )
}

interface Change {
  readonly planned: readonly PlannedItem[]
  readonly changes: readonly ItemChange[]
  readonly money: ChangedMoney
}

function editOf(call: ItemsCall, row: OrderRow, { planned, changes, money }: Change): Edit {
  const { deps, body, caller, role, now } = call
  const rows = planned.map((item) => item.row)
  const { changed, payments } = detailOf(row)
  return {
    type: 'ITEMS_CHANGED',
    before: { orderCents: row.order_cents, payments },
    after: { orderCents: money.orderCents, payments: money.payments },
    note: timelineNote(call, row, { changes, money }),
    parts: ['items', 'total', 'payment'],
    paper: changesOnPaper(changes),
    patch: {
      items: rows,
      costs: columnsOf(row, rows, money),
      orderCents: money.orderCents,
      detail: {
        discounts: money.discounts,
        payments: money.payments,
        alcohol: rows.some((item) => item.detail?.alcoholic === true),
        // Nobody has cooked by it yet.
        ...(row.status === 'placed' ? {} : { changed: changedMark(changed, changes, now) }),
      },
    },
    afterwards: async (tx) => {
      await noteDueRefund(tx, row, {
        cause: 'changed',
        parts: money.due,
        choice: body.refund,
        actor: { uid: caller.uid, name: caller.name, role },
        now,
      })
      if (row.status === 'ready' && addsWork(planned)) await cookAgain(tx, call, row)
    },
  }

  async function cookAgain(tx: Transaction<Cell>, { storeId }: ItemsCall, order: OrderRow): Promise<void> {
    const locked = await lockOrder(tx, storeId, order.id)
    const facts = await tx
      .selectFrom('order_events')
      .select(['type', 'at', 'data'])
      .where('store_id', '=', storeId)
      .where('order_id', '=', order.id)
      .execute()
    if (!locked) return
    await returnStep(deps, tx, locked, {
      facts: facts.map(({ type, at, data }) => ({ type, at, data: data as Record<string, unknown> | null })),
      actor: caller,
      now,
    })
  }
}

/** The store pays no commission for an order of its own. */
const columnsOf = (row: OrderRow, rows: readonly IncomingItem[], { discounts }: ChangedMoney) => ({
  ...moneyColumns({
    items: rows.map((item) => ({ totalCents: item.total_cents })),
    fees: detailOf(row).fees,
    discounts,
  }),
  commission_cents: row.commission_cents,
  payment_fee_cents: row.payment_fee_cents,
  logistics_cents: row.logistics_cents,
})

function timelineNote(
  { body }: ItemsCall,
  row: OrderRow,
  { changes, money }: Omit<Change, 'planned'>,
): string {
  const total = money.orderCents === row.order_cents ? [] : [row.order_cents, money.orderCents]
  const courtesy =
    body.missing?.kind === 'courtesy'
      ? `cortesia de ${moneyText(money.missingCents)}: ${body.missing.reason}`
      : null
  return [
    changesText(changes),
    total.length > 0 ? `total ${total.map(moneyText).join(' → ')}` : null,
    money.lostDiscountCents > 0 ? `desconto ${moneyText(money.lostDiscountCents)} menor` : null,
    courtesy,
  ]
    .filter((words) => words !== null)
    .join('; ')
}

/** Changes that follow one another are read together. */
const changedMark = (
  before: Order['changed'],
  changes: readonly ItemChange[],
  now: Date,
): NonNullable<Order['changed']> => ({
  at: now.toISOString(),
  parts: ['items'],
  items: [...(before?.items ?? []), ...changes].slice(-maxItemChanges),
})
