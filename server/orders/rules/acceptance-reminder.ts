import type { PushEvent } from '../../../contract/notifications/push.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { tell } from '../../notifications/notifications.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { recordEvent } from '../moves/record-event.ts'

/** Minutes without acceptance, and what people are notified then. */
const escalation: readonly { readonly minutes: number; readonly event: PushEvent }[] = [
  { minutes: 1, event: 'not-accepted' },
  { minutes: 3, event: 'escalation' },
  { minutes: 5, event: 'escalation' },
  // Only of an order that its channel cancels when nobody accepts it.
  { minutes: 7, event: 'expiring' },
]

/**
 * Runs after one, three, five and, before a channel cancels the order, seven minutes without acceptance: adds an event
 * to the timeline, alerts every board and tells people. Each step runs once, even with two workers.
 */
export async function remindOfAcceptance(
  deps: Deps,
  storeId: string,
  orderId: string,
  step: number,
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    const level = escalation[step]
    if (row?.status !== 'placed' || !level) return
    const left = level.event === 'expiring' ? minutesLeft(row.confirm_by, now) : null
    if (level.event === 'expiring' && left === null) return
    const told = await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      sourceEventId: `acceptance-overdue:${orderId}:${step}`,
      type: 'ACCEPTANCE_OVERDUE',
      at: now,
      data: { note: `${level.minutes}\u00a0min sem aceite` },
    })
    if (!told) return
    const { display_id: displayId } = row
    await tell(tx, storeId, { event: level.event, orderId, displayId, minutes: left ?? level.minutes }, now)
    const next = escalation[step + 1]
    if (!next) return
    // Counted from this step, because a scheduled order starts waiting later than it was placed.
    const dueAt = new Date(now.getTime() + (next.minutes - level.minutes) * 60_000)
    await enqueue(tx, 'acceptance-reminder', { step: step + 1 }, { storeId, lane: orderId, dueAt })
  })
}

/** Whole minutes until its channel cancels the order; null: it does not. */
function minutesLeft(confirmBy: Date | null, now: Date): number | null {
  if (!confirmBy || confirmBy <= now) return null
  return Math.ceil((confirmBy.getTime() - now.getTime()) / 60_000)
}
