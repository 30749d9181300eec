import { rulePlatformOf } from '../../../contract/shared/channels.ts'
import { sql, type Transaction } from 'kysely'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { mayDo } from '../../../contract/orders/states.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { hoursState, isServiceOff, modulesOff, scheduleOf } from '../../stores/stores.ts'
import { autoAcceptEventId } from '../states/accepted-automatically.ts'
import { autoAcceptActor, decide, type AutoAcceptFacts } from './auto-accept.rules.ts'
import type { Effect } from '../../outbox/effects.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { OrderRow } from '../../order-moved.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { confirmText } from '../states/confirm-order.ts'
import { performAction, positionOf } from '../states/do-action.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { capacityOf, rulesOf, rulesOfChannel } from './order-rules.reads.ts'

/**
 * Accepts an order that its channel's rules allow, in the same way as a person, or records in its
 * timeline why it waits. Decision and move are one transaction under the order's lock, so that with two
 * workers, or a person at the same moment, only one acts.
 */
export async function autoAccept(deps: Deps, effect: Effect<'auto-accept'>): Promise<void> {
  const { storeId, lane: orderId } = effect
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const channels = await rulesOf(tx, storeId)
    // Decide one order at a time if the kitchen has a limit; two concurrent decisions could both take
    // the last place.
    if (channels.some((channel) => channel.maxInPreparation !== null)) {
      await sql`select from order_rules where store_id = ${storeId} order by platform for update`.execute(tx)
    }
    const row = await lockOrder(tx, storeId, orderId)
    if (!row || !mayDo('confirm', positionOf(row), now).allowed) return
    if (await decidedBefore(tx, storeId, orderId)) return
    const rules = channels.find((channel) => channel.platform === rulePlatformOf(row.platform))
    if (!rules?.autoAccept) return
    const facts = await factsOf(tx, row, rules, now)
    const verdict = decide(facts, now)
    if (verdict.accepted) {
      const extra = facts.capacity.extraMinutes
      const minutes = rules.preparationMinutes === null ? null : rules.preparationMinutes + extra
      await performAction(deps, tx, row, {
        action: 'confirm',
        actor: autoAcceptActor,
        now,
        // A scheduled order keeps the window that the customer chose.
        options: row.timing === 'SCHEDULED' ? {} : confirmText(minutes, now),
        sourceEventId: autoAcceptEventId(orderId),
      })
      return
    }
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      // Recorded once per reason, however often the order is checked.
      sourceEventId: `auto-accept-waits:${orderId}:${verdict.why}`,
      type: 'AUTO_ACCEPT_WAITS',
      at: now,
      actor: autoAcceptActor,
      data: { reason: verdict.reason },
    })
    if (verdict.lookAgainAt)
      // The key: an effect that runs twice must not schedule two.
      await enqueue(
        tx,
        'auto-accept',
        {},
        { storeId, lane: orderId, dueAt: verdict.lookAgainAt, key: `after:${effect.id}` },
      )
  })
}

/** Call it in the transaction that places the order. */
export async function scheduleAutoAccept(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  platform: string,
  now: Date,
): Promise<void> {
  const { autoAccept: wanted } = await rulesOfChannel(tx, storeId, platform)
  if (wanted) await enqueue(tx, 'auto-accept', {}, { storeId, lane: orderId, dueAt: now })
}

/** Decided once, and never again after a person undid the acceptance. */
async function decidedBefore(tx: Transaction<Cell>, storeId: string, orderId: string): Promise<boolean> {
  const event = await tx
    .selectFrom('order_events')
    .select('id')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where((where) =>
      where.or([
        where('type', '=', 'RETURNED'),
        where.and([
          where('source', '=', 'balcao'),
          where('source_event_id', '=', autoAcceptEventId(orderId)),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

async function factsOf(tx: Transaction<Cell>, row: OrderRow, rules: AutoAcceptFacts['rules'], now: Date) {
  const { store_id: storeId, id: orderId } = row
  const store = await tx
    .selectFrom('stores')
    .select(['active', 'timezone', 'opening_hours', 'modules'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  // What the kitchen has: scheduled orders only from their time on, and orders that a marketplace has yet to confirm.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders o
    where o.store_id = ${storeId} and o.open and o.id <> ${orderId}
      and (o.status = 'preparing'
        or ((o.status = 'confirmed' or o.pending_action = 'confirm')
          and (o.timing <> 'SCHEDULED' or o.preparation_start_at <= ${now})))`.execute(tx)
  const detail = row.detail as unknown as OrderDetail
  const schedule = await scheduleOf(tx, storeId, store.opening_hours, now)
  return {
    rules,
    capacity: await capacityOf(tx, storeId, now),
    payments: detail.payments,
    ordersCount: row.customer_seq ?? detail.customer.ordersCount,
    scheduled: row.timing === 'SCHEDULED',
    preparationStartAt: row.preparation_start_at,
    createdAt: row.created_at,
    storeOpen: store.active && hoursState(schedule, now, store.timezone, row.type as OrderType).open,
    serviceOn: !isServiceOff(modulesOff(store.modules), row.type as OrderType),
    inPreparation: rows[0]?.count ?? 0,
    timezone: store.timezone,
  }
}
