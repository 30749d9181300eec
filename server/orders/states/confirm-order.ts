import type { confirmOrder as confirmOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { doAction, type ActionOptions } from './do-action.ts'

/** placed → confirmed. Of two people at once one wins; the other gets an error with the current status. */
export function confirmOrder(call: Call<typeof confirmOrderRoute>): Promise<Reply<typeof confirmOrderRoute>> {
  return doAction(call, 'confirm', confirmText(call.body?.preparationMinutes ?? null, call.now))
}

/** Data of an acceptance that states the preparation time. */
export function confirmText(minutes: number | null, now: Date): ActionOptions {
  if (minutes === null) return {}
  return {
    data: { preparationMinutes: minutes, note: `Preparo em ${minutes}\u00a0min` },
    patch: () => ({ promisedAt: new Date(now.getTime() + minutes * 60_000) }),
  }
}
