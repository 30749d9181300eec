import type pg from 'pg'
import { MoveError, rest } from './sessions.ts'

/** How long writers wait for the mover at most before it lets them in again. */
const gatherMs = 300
const tries = 150

/**
 * Runs the work while no transaction that may write is inside any of these stores: those that are have ended, and those
 * that come wait. A transaction that lasts is waited for outside, so that the others of its store go on.
 */
export async function withWritersOut<T>(
  cell: pg.Client,
  storeIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; !(await lockAll(cell, storeIds)); attempt += 1) {
    if (attempt === tries)
      throw new MoveError('a transaction over these stores does not end; nothing was moved')
    await rest(50 + Math.random() * 150)
  }
  try {
    return await work()
  } finally {
    // Of a lost connection the locks are gone with it.
    await unlockAll(cell, storeIds).catch(() => {})
  }
}

async function lockAll(cell: pg.Client, storeIds: readonly string[]): Promise<boolean> {
  const until = performance.now() + gatherMs
  const held: string[] = []
  try {
    for (const storeId of storeIds.toSorted()) {
      await cell.query(`set lock_timeout = ${Math.max(1, Math.round(until - performance.now()))}`)
      await cell.query('select pg_advisory_lock(store_lock($1))', [storeId])
      held.push(storeId)
    }
    return true
  } catch (error) {
    await unlockAll(cell, held)
    if ((error as { code?: string }).code !== '55P03') throw error
    return false
  } finally {
    await cell.query('set lock_timeout = 0').catch(() => {})
  }
}

const unlockAll = (cell: pg.Client, storeIds: readonly string[]) =>
  cell.query('select pg_advisory_unlock(store_lock(s)) from unnest($1::uuid[]) s', [storeIds])
