import { AppError } from '../errors/app-error.ts'
import type { StoreDatabase } from './tables.ts'

/**
 * Runs the work; when a cell refuses a store because it has left, the store is looked up and the work runs again, once for
 * each store. The refusal comes before anything is read or written, or ends a transaction that wrote nothing.
 */
export async function followingMoves<T>(database: StoreDatabase, work: () => Promise<T>): Promise<T> {
  if (!('forget' in database)) return work()
  const followed = new Set<string>()
  for (;;)
    try {
      return await work()
    } catch (error) {
      const moved = movedStores(error)
      if (moved === null) throw error
      if (moved.every((storeId) => followed.has(storeId)))
        // The directory still says this cell: a mover was stopped between the two.
        throw new AppError('store/moving', { retryAfterSeconds: 5, cause: error })
      for (const storeId of moved) followed.add(storeId)
      database.forget(moved)
    }
}

/** The stores that the refusing cell no longer has; null: another error. */
export function movedStores(error: unknown): readonly string[] | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'BC001') return null
  return 'detail' in error ? String(error.detail).split(',') : []
}
