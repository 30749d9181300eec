import type { TestContext } from 'vitest'

/** Why nothing here can run, as scripts/test-run/environments.ts found; empty: everything can. */
const obstacle = process.env.BALCAO_CLUSTER_SKIPS ?? ''

/** Work around tests that are all skipped is left out with them. */
export const whereItRuns =
  (work: () => Promise<void>): (() => Promise<void>) =>
  () =>
    obstacle === '' ? work() : Promise.resolve()

/** Skips a test with what it lacks here, which the end of the run names; null: nothing of its own. */
export function needs(own: string | null, { skip, task }: TestContext): void {
  const reason = obstacle === '' ? own : obstacle
  if (reason === null) return
  Object.assign(task.meta, { skipped: reason })
  skip(reason)
}
