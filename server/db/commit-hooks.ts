import type { Transaction } from 'kysely'
import type { DB } from './tables.generated.ts'

interface Hooks {
  /** By key, so that a transaction that asks twice runs once. */
  readonly before: Map<string, () => Promise<void>>
  readonly after: Map<string, () => void>
}

const hooksOf = new WeakMap<Transaction<DB>, Hooks>()

/** Runs `work` with hooks; after-commit hooks run when `commit` has resolved, never after a rollback. */
export async function withCommitHooks<T>(
  transact: (run: (tx: Transaction<DB>) => Promise<T>) => Promise<T>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const hooks: Hooks = { before: new Map(), after: new Map() }
  const result = await transact(async (tx) => {
    hooksOf.set(tx, hooks)
    const done = await work(tx)
    for (const run of hooks.before.values()) await run()
    return done
  })
  for (const run of hooks.after.values()) run()
  return result
}

/** The last statements of the transaction: what holds a lock that others wait for. */
export function beforeCommit(tx: Transaction<DB>, key: string, run: () => Promise<void>): void {
  const { before } = hooks(tx)
  if (!before.has(key)) before.set(key, run)
}

export function afterCommit(tx: Transaction<DB>, key: string, run: () => void): void {
  hooks(tx).after.set(key, run)
}

function hooks(tx: Transaction<DB>): Hooks {
  const found = hooksOf.get(tx)
  if (!found) throw new Error('This transaction was not begun by withStoreScope: its hooks would never run.')
  return found
}
