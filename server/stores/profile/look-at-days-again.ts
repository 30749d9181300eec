import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { EffectPayload } from '../../outbox/effects.ts'
import { enqueue } from '../../outbox/enqueue.ts'

export type DaysAgain = EffectPayload<'days-again'>

/** Longer than a transaction that takes orders may last. */
const afterMs = 5 * 60_000

/**
 * An order that was being taken while the start of its day or the zone changed has its former day: no order waits
 * for such a change, so the days are looked at once more, after all of them. Call it in the transaction of the change.
 */
export const lookAtDaysAgain = (
  tx: Transaction<Cell>,
  storeId: string,
  { from, recalculated }: DaysAgain,
  now: Date,
): Promise<void> =>
  enqueue(
    tx,
    'days-again',
    { from, recalculated },
    { storeId, lane: storeId, dueAt: new Date(now.getTime() + afterMs) },
  )
