import { beginTurn, releaseLease, timeUntilTurn, type Turn } from '../db/lease.ts'
import { leasesOf } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { PeriodicConsumer } from './consumer.ts'
import { createSleeper } from './sleeper.ts'

/**
 * A killed holder's work is taken over within `forMs` and one look: a marketplace takes a store for closed when it
 * was not polled for a minute.
 */
export const leaseTimes: LeaseTimes = { forMs: 12_000, lookEveryMs: 3_000, renewEveryMs: 5_000 }

interface LeaseTimes {
  readonly forMs: number
  readonly lookEveryMs: number
  readonly renewEveryMs: number
}

export interface WorkInTurns {
  readonly name: string
  readonly holder: string
  /** From the beginning of one run to the next, also when another process takes over. */
  readonly everyMs: number
  run(signal: AbortSignal): Promise<void>
}

/** Runs the work every so often in one process of all; the others stand by. */
export function inTurns(
  deps: Deps,
  work: WorkInTurns,
  times = leaseTimes,
): Pick<PeriodicConsumer, 'name' | 'everyMs' | 'run' | 'release'> {
  const turn: Turn = { name: work.name, holder: work.holder, forMs: times.forMs, everyMs: work.everyMs }
  const everyMs = Math.min(work.everyMs, times.lookEveryMs)
  return {
    name: work.name,
    everyMs,
    run: async ({ signal }) => {
      const waitMs = await timeUntilTurn(leasesOf(deps), turn)
      // A later look renews the lease and comes closer to the time.
      if (waitMs === null || waitMs > everyMs) return
      if (waitMs > 0) await rest(waitMs, signal)
      if (signal.aborted || !(await beginTurn(leasesOf(deps), turn))) return
      const renewed = { ...turn, renewEveryMs: times.renewEveryMs }
      await whileRenewed(deps, renewed, signal, (running) => work.run(running))
    },
    release: () => releaseLease(leasesOf(deps), work.name, work.holder),
  }
}

/** A process that was frozen finds that another has taken over, and stops in the middle. */
async function whileRenewed(
  deps: Deps,
  turn: Turn & { readonly renewEveryMs: number },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const renewing = setInterval(() => {
    timeUntilTurn(leasesOf(deps), turn).then(
      (held) => {
        if (held === null) lost.abort()
      },
      (error: unknown) => {
        deps.log.warn({ err: error, lease: turn.name }, 'a lease could not be renewed')
      },
    )
  }, turn.renewEveryMs)
  try {
    await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(renewing)
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const sleeper = createSleeper()
  const wake = () => sleeper.wake()
  signal.addEventListener('abort', wake, { once: true })
  await sleeper.sleep(ms)
  signal.removeEventListener('abort', wake)
}
