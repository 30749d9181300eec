import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { refundsOf, type RefundableOrder, type RefundCause } from './refunds.rules.ts'

/**
 * Makes the marketplace's refunds of an order those of these causes, and returns the part that reduces the order's
 * net, for orders.refund_cents; `changed`: a row was written or removed. The order is locked and of a marketplace: the
 * store's own refunds don't touch it.
 */
export async function keepRefunds(
  tx: Transaction<Cell>,
  order: RefundableOrder & { readonly store_id: string; readonly id: string },
  causes: readonly RefundCause[],
): Promise<{
  readonly sums: { readonly refundCents: number; readonly refundedFeesCents: number }
  readonly changed: boolean
}> {
  const refunds = refundsOf(order, causes)
  const kept = refunds.map((refund) => refund.cause)
  const removed = await tx
    .deleteFrom('order_refunds')
    .where('store_id', '=', order.store_id)
    .where('order_id', '=', order.id)
    .where('source', '<>', 'own')
    .$if(kept.length > 0, (query) => query.where('cause', 'not in', kept))
    .returning('id')
    .execute()
  let changed = removed.length > 0
  for (const { source, cause, at, reason, actor, cents, feesCents } of refunds) {
    const { rows } = await sql`
      insert into order_refunds as r (store_id, id, order_id, source, cause, cents, fees_cents, reason, actor_name,
          refunded_at, refund_day, refund_hour)
        values (${order.store_id}, ${uuidv7()}, ${order.id}, ${source}, ${cause}, ${cents}, ${feesCents}, ${reason}, ${actor},
          ${at}, running_day(${order.store_id}::uuid, ${at}::timestamptz),
          running_hour(${order.store_id}::uuid, ${at}::timestamptz))
      on conflict on constraint order_refunds_cause_key do update set
        cents = excluded.cents, fees_cents = excluded.fees_cents, reason = excluded.reason,
        actor_name = excluded.actor_name, refunded_at = excluded.refunded_at, refund_day = excluded.refund_day,
        refund_hour = excluded.refund_hour
        where (r.cents, r.fees_cents, r.refunded_at, r.reason) is distinct from
          (excluded.cents, excluded.fees_cents, excluded.refunded_at, excluded.reason)
      returning id`.execute(tx)
    changed ||= rows.length > 0
  }
  const sum = (of: (refund: (typeof refunds)[number]) => number) =>
    refunds.reduce((all, refund) => all + of(refund), 0)
  return {
    sums: {
      refundCents: sum((refund) => refund.cents),
      refundedFeesCents: sum((refund) => refund.feesCents),
    },
    changed,
  }
}
