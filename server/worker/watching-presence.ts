import { minuteMs } from '../../contract/shared/durations.ts'
import type { Deps } from '../deps.ts'
import { beginLooking, presencePace, watchPresence } from '../presence/presence.ts'
import type { PeriodicConsumer } from './consumer.ts'
import { inTurns } from './in-turns.ts'

/** One process at a time, so that it knows for how long it has looked without a break. */
export function watchingPresence(deps: Deps, holder: string): PeriodicConsumer {
  const looking = beginLooking()
  return {
    ...inTurns(deps, {
      name: 'presence',
      holder,
      everyMs: presencePace.roundMs,
      run: (signal) => watchPresence(deps, looking, signal),
    }),
    timeLimitMs: 5 * minuteMs,
  }
}
