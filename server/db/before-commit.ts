import type { Transaction } from 'kysely'
import type { DB } from './tables.generated.ts'

const lastStepsOf = new WeakMap<Transaction<DB>, Map<string, () => Promise<void>>>()

/** Runs the work, then the steps that it left for the end of the transaction. */
export async function withLastSteps<T>(
  tx: Transaction<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const steps = new Map<string, () => Promise<void>>()
  lastStepsOf.set(tx, steps)
  const result = await work(tx)
  for (const step of steps.values()) await step()
  return result
}

/** For a statement whose lock others wait for: it runs last, once for each key. */
export function beforeCommit(tx: Transaction<DB>, key: string, step: () => Promise<void>): void {
  const steps = lastStepsOf.get(tx)
  if (!steps) throw new Error('beforeCommit: begin the transaction with withStoreScope')
  if (!steps.has(key)) steps.set(key, step)
}
