import { onCommit } from '../db/after-commit.ts'
import { everyDatabase } from '../db/tables.ts'
import type { Deps } from '../deps.ts'

/** After each commit: announces its events, wakes the consumers of its queues, rings for its tickets. */
export function followCommits(deps: Deps): void {
  for (const database of [deps, deps.apart.reports, deps.apart.jobs].flatMap(everyDatabase))
    onCommit(database, (committed) => {
      if (committed.live) deps.live.announce()
      for (const queue of committed.queues) deps.worker()?.wake(queue)
      for (const storeId of committed.printing) deps.printBell.ring(storeId)
    })
}
