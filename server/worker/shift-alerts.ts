import { minuteMs } from '../../contract/shared/durations.ts'
import { watchShifts } from '../alerts/alerts.ts'
import { tryLease } from '../db/lease.ts'
import { leasesOf } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { PeriodicConsumer } from './consumer.ts'
import { everyStore } from './each-store.ts'
import { holder } from './holder.ts'

/** What is unlike a store's own weekday and hour. */
export const shiftAlerts = (deps: Deps): PeriodicConsumer => ({
  name: 'shift-alerts',
  everyMs: minuteMs,
  // After the first looks at what is open.
  startAfterMs: minuteMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    if (await tryLease(leasesOf(deps), 'shift-alerts', minuteMs, holder))
      await watchShifts(deps, await everyStore(deps), round)
  },
})
