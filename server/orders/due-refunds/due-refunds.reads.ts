import { sql, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import {
  dueRefund,
  type DueRefund,
  type ListedRefund,
  type PaidPart,
} from '../../../contract/orders/money/due-refunds.ts'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'

type RefundRow = Selectable<Cell['due_refunds']>

/** What the store still owes for this order; null: nothing. */
export async function openRefund(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
): Promise<DueRefund | null> {
  const row = await tx
    .selectFrom('due_refunds')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'due')
    .executeTakeFirst()
  return row ? refundView(row) : null
}

export const partsOf = (refund: DueRefund | null): readonly PaidPart[] => refund?.parts ?? []

export const refundView = (row: RefundRow): DueRefund =>
  z.parse(dueRefund, {
    id: row.id,
    orderId: row.order_id,
    cause: row.cause,
    cents: row.cents,
    parts: row.parts,
    since: row.since.toISOString(),
    state: row.state,
    settledAt: row.settled_at?.toISOString() ?? null,
    settledBy: row.settled_name,
    reason: row.reason,
  })

/** What these stores owe, the longest due first, with how many there are and their sum. */
export async function dueRefundsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  limit: number,
): Promise<{ readonly count: number; readonly cents: number; readonly listed: ListedRefund[] }> {
  const { rows } = await sql<ListedRow>`
    select r.*, o.display_id, o.platform, left(o.detail #>> '{customer,name}', 200) as customer_name,
      left(o.detail #>> '{customer,phone}', 60) as customer_phone,
      count(*) over ()::integer as count, sum(r.cents) over ()::integer as sum
    from due_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
    where r.store_id = any (${storeIds}::uuid[]) and r.state = 'due'
    order by r.since, r.id
    limit ${limit}`.execute(tx)
  return { count: rows[0]?.count ?? 0, cents: rows[0]?.sum ?? 0, listed: rows.flatMap(listedView) }
}

interface ListedRow extends RefundRow {
  readonly display_id: string
  readonly platform: string
  readonly customer_name: string | null
  readonly customer_phone: string | null
  readonly count: number
  readonly sum: number
}

function listedView(row: ListedRow): readonly ListedRefund[] {
  const { platform } = row
  if (!isPlatform(platform)) return []
  return [
    {
      ...refundView(row),
      storeId: row.store_id,
      displayId: row.display_id,
      platform,
      customerName: row.customer_name ?? '',
      customerPhone: row.customer_phone,
    },
  ]
}
