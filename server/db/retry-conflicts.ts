import { setTimeout as wait } from 'node:timers/promises'

const attempts = 4

/**
 * Runs the transaction again when PostgreSQL ended it because of another one (40P01 deadlock, 40001 serialization):
 * it changed nothing, so the person need not see an error. The work may therefore run more than once.
 */
export async function retryingConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
      // Of two that stopped each other one has gone on; a random pause keeps several from meeting again.
      await wait(Math.random() * 20 * attempt)
    }
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
