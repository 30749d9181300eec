import { sql, type Transaction } from 'kysely'
import { mayDo } from '../../../contract/orders/states.ts'
import type { OpeningInterval, Platform } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Deps } from '../../deps.ts'
import { hoursState } from '../../stores/stores.ts'
import { autoAcceptEventId } from '../states/accepted-automatically.ts'
import { autoAcceptActor, decide, type AutoAcceptFacts } from './auto-accept.rules.ts'
import { enqueueEffect, lockOrder, recordEvent, type LockedOrder } from '../states/change-order.ts'
import { confirmText } from '../states/confirm-order.ts'
import { moveOrder, positionOf } from '../states/do-action.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { capacityOf, rulesOf, rulesOfChannel } from './order-rules.reads.ts'

export interface AutoAcceptEffect {
  readonly storeId: string
  readonly id: string
  readonly orderId: string
}

/**
 * Accepts an order that its channel's rules allow, in the same way as a person, or records in its
 * timeline why it waits. Decision and move are one transaction under the order's lock, so that with two
 * workers, or a person at the same moment, only one acts.
 */
export async function autoAccept(deps: Deps, effect: AutoAcceptEffect): Promise<void> {
  const { storeId, orderId } = effect
  const now = deps.now()
  await withStoreScope(deps.db, [storeId], async (tx) => {
    const channels = await rulesOf(tx, storeId)
    // Decide one order at a time if the kitchen has a limit; two concurrent decisions could both take
    // the last place.
    if (channels.some((channel) => channel.mostInPreparation !== null)) {
      await sql`select from order_rules where store_id = ${storeId} order by platform for update`.execute(tx)
    }
    const row = await lockOrder(tx, storeId, orderId)
    if (!row || !mayDo('confirm', positionOf(row), now).allowed) return
    if (await decidedBefore(tx, storeId, orderId)) return
    const rules = channels.find((channel) => channel.platform === row.platform)
    if (!rules?.autoAccept) return
    const facts = await factsOf(tx, row, rules, now)
    const verdict = decide(facts, now)
    if (verdict.accepted) {
      const extra = facts.capacity.extraMinutes
      const minutes = rules.preparationMinutes === null ? null : rules.preparationMinutes + extra
      await moveOrder(tx, row, {
        action: 'confirm',
        actor: autoAcceptActor,
        now,
        // A scheduled order keeps the window that the customer chose.
        words: row.timing === 'SCHEDULED' ? {} : confirmText(minutes, now),
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
    if (verdict.lookAgainAt) await lookAgain(tx, effect, verdict.lookAgainAt)
  })
  deps.live.announce()
  deps.wakeOutbox()
  deps.printBell.ring(storeId)
}

/** Call it in the transaction that places the order. */
export async function scheduleAutoAccept(
  tx: Transaction<DB>,
  storeId: string,
  orderId: string,
  platform: Platform,
  now: Date,
): Promise<void> {
  const { autoAccept: wanted } = await rulesOfChannel(tx, storeId, platform)
  if (wanted) await enqueueEffect(tx, storeId, orderId, 'auto-accept', {}, now)
}

/** Decided once, and never again after a person undid the acceptance. */
async function decidedBefore(tx: Transaction<DB>, storeId: string, orderId: string): Promise<boolean> {
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

async function factsOf(
  tx: Transaction<DB>,
  row: NonNullable<LockedOrder>,
  rules: AutoAcceptFacts['rules'],
  now: Date,
) {
  const { store_id: storeId, id: orderId } = row
  const store = await tx
    .selectFrom('stores')
    .select(['active', 'timezone', 'opening_hours'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  // Orders in the kitchen: scheduled ones only from their preparation time, and pending iFood
  // confirmations.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders o
    where o.store_id = ${storeId} and o.open and o.id <> ${orderId}
      and (o.status = 'preparing'
        or ((o.status = 'confirmed' or o.pending_action = 'confirm')
          and (o.timing <> 'SCHEDULED' or o.preparation_start_at <= ${now})))`.execute(tx)
  const detail = row.detail as unknown as OrderDetail
  return {
    rules,
    capacity: await capacityOf(tx, storeId, now),
    payments: detail.payments,
    ordersCount: row.customer_seq ?? detail.customer.ordersCount,
    scheduled: row.timing === 'SCHEDULED',
    preparationStartAt: row.preparation_start_at,
    createdAt: row.created_at,
    storeOpen: store.active && hoursState(store.opening_hours as OpeningInterval[], now, store.timezone).open,
    inPreparation: rows[0]?.count ?? 0,
    timezone: store.timezone,
  }
}

/** Does nothing if a check is already scheduled, because an effect may run twice. */
async function lookAgain(tx: Transaction<DB>, effect: AutoAcceptEffect, at: Date): Promise<void> {
  const waiting = await tx
    .selectFrom('outbox')
    .select('id')
    .where('store_id', '=', effect.storeId)
    .where('order_id', '=', effect.orderId)
    .where('kind', '=', 'auto-accept')
    .where('id', '<>', effect.id)
    .where('dead_at', 'is', null)
    .executeTakeFirst()
  if (!waiting) await enqueueEffect(tx, effect.storeId, effect.orderId, 'auto-accept', {}, at)
}
