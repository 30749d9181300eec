import { onCommit } from '../db/after-commit.ts'
import { everyDatabase } from '../db/tables.ts'
import type { Deps } from '../deps.ts'

/** After each commit: announces its events, wakes the consumers of its queues, rings for its tickets. */
export function followCommits(deps: Deps): void {
  for (const databases of [deps, deps.apart.reports, deps.apart.jobs])
    for (const database of everyDatabase(databases)) {
      // The directory itself, where it is no cell, writes nothing that is heard there.
      const cell = Math.max(
        0,
        databases.cells.all.findIndex((one) => one === database),
      )
      onCommit(database, (committed) => {
        if (committed.live) deps.live.announce(cell)
        for (const queue of committed.queues) deps.worker()?.wake(queue)
        for (const storeId of committed.printing) deps.printBell.ring(storeId, cell)
      })
    }
}
