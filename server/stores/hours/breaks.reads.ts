import type { Transaction } from 'kysely'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type { ScheduledBreak } from '../../../contract/stores/hours.ts'
import type { Cell } from '../../db/tables.ts'
import { isRunning, type StoreBreak } from './open-rule.rules.ts'

export interface BreakRow extends StoreBreak {
  readonly storeId: string
  readonly id: string
  /** Null: the pause of the orders screen. */
  readonly name: string | null
  readonly setBy: string | null
  readonly setAt: Date
  /** Null: a person. */
  readonly madeBy: 'presence' | null
}

/** Running and planned breaks of these stores, by their start. A break past its end is over, also before the worker says so. */
export async function breaksOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly BreakRow[]> {
  const rows = await tx
    .selectFrom('breaks')
    .selectAll()
    .where('store_id', 'in', storeIds)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .orderBy('starts_at')
    .execute()
  return rows.map((row) => ({
    storeId: row.store_id,
    id: row.id,
    name: row.name,
    start: row.starts_at,
    end: row.ends_at,
    channels: row.channels.filter(isPlatform),
    setBy: row.set_by,
    setAt: row.set_at,
    madeBy: row.made_by === 'presence' ? 'presence' : null,
  }))
}

/** The running break of a channel that ends last. `null`: of every channel. */
export function runningBreak(
  breaks: readonly BreakRow[],
  channel: string | null,
  now: Date,
): BreakRow | null {
  const running = breaks.filter(
    (one) =>
      isRunning(one, now) &&
      (one.channels.length === 0 || (channel !== null && one.channels.some((of) => of === channel))),
  )
  const endOf = ({ end }: BreakRow) => end?.getTime() ?? Infinity
  return running.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null
}

export const breakView = (row: BreakRow, now: Date): ScheduledBreak => ({
  id: row.id,
  name: row.name,
  start: row.start.toISOString(),
  end: row.end?.toISOString() ?? null,
  channels: [...row.channels],
  running: isRunning(row, now),
  setBy: row.setBy,
  byPresence: row.madeBy === 'presence',
})
