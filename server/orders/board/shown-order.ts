import * as z from 'zod/mini'
import { orderView as orderSchema, type Order } from '../../../contract/orders/orders.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { fitTo, plausibleInstant } from '../../marketplaces/sanitise/fit-to-schema.ts'
import { isRecord } from '../../marketplaces/sanitise/is-record.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { orderView, type ItemRow, type OrderRow } from './order-view.ts'

/**
 * The order of a row as its reply carries it. A row that the reply cannot carry is shown with what is known and
 * `incomplete`, so that one order takes no board down; null: not even that is possible.
 */
export function shownOrder(row: OrderRow, items: readonly ItemRow[]): Order | null {
  const order = checked(() => orderView(row, items))
  if (order) return order
  const mended = checked(() => {
    const known = orderView(mendedRow(row), items.map(mendedItem))
    const fitted = fitTo(orderSchema, known)
    return fitted && { ...fitted.value, incomplete: true }
  })
  reportOddRow({ kind: 'order', storeId: row.store_id, id: row.id, shown: mended !== null })
  return mended
}

function checked(view: () => Order | null): Order | null {
  try {
    const result = z.safeParse(orderSchema, view())
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** An instant that no order can have shows as the first one that the product knows. */
const unknownInstant = new Date('2000-01-01T00:00:00Z')
export const instantText = (at: Date): string => (instant(at) ?? unknownInstant).toISOString()

function mendedRow(row: OrderRow): OrderRow {
  const orNull = (at: Date | null) => at && instant(at)
  return {
    ...row,
    business_day: /^20\d\d-\d\d-\d\d$/.test(row.business_day) ? row.business_day : '2000-01-01',
    created_at: instant(row.created_at) ?? unknownInstant,
    status_since: instant(row.status_since) ?? unknownInstant,
    promised_at: orNull(row.promised_at),
    preparation_start_at: orNull(row.preparation_start_at),
    confirm_by: orNull(row.confirm_by),
    pending_since: orNull(row.pending_since),
    detail: mendedDetail(row.detail),
  }
}

/** PostgreSQL's infinity arrives as a number. */
const instant = (at: unknown): Date | null => (at instanceof Date ? plausibleInstant(at) : null)

export function mendedDetail(sent: unknown): OrderDetail {
  const detail = isRecord(sent) ? sent : {}
  return {
    ...detail,
    customer: isRecord(detail.customer) ? detail.customer : {},
    fees: records(detail.fees),
    discounts: records(detail.discounts),
    payments: records(detail.payments),
  } as unknown as OrderDetail
}

const mendedItem = (item: ItemRow): ItemRow => ({
  ...item,
  name: item.name.trim() === '' ? 'Item sem nome' : item.name,
  detail: isRecord(item.detail) ? { ...item.detail, options: records(item.detail.options) } : null,
})

const records = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list.filter(isRecord) : [])
