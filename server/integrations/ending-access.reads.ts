import type { Transaction } from 'kysely'
import { dayMs } from '../../contract/shared/durations.ts'
import type { Cell } from '../db/tables.ts'

/** How long before its end an access that only a person renews asks for that person. */
const asksBeforeMs = 3 * dayMs

interface EndingAccess {
  readonly storeId: string
  readonly platform: string
  /** The channel lets us in no more. */
  readonly refusedAt: Date | null
  /** Null: it does not end on its own. */
  readonly endsAt: Date | null
}

/** Connected channels of these stores that let us in no more, or will not within three days unless their owner authorises again. */
export async function endingAccessOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly EndingAccess[]> {
  if (storeIds.length === 0) return []
  return tx
    .selectFrom('integrations as i')
    .leftJoin('channel_credentials as c', (join) =>
      join.onRef('c.store_id', '=', 'i.store_id').onRef('c.type', '=', 'i.type'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('channel_operations as o')
          .select((o) => o.fn.min('o.failed_at').as('refused_at'))
          .whereRef('o.store_id', '=', 'i.store_id')
          .whereRef('o.type', '=', 'i.type')
          // Polling decides: it asks for every merchant, all the time.
          .where('o.operation', '=', 'polling')
          .where('o.failure', '=', 'unauthorised')
          .where((o) => o.or([o('o.ok_at', 'is', null), o('o.failed_at', '>', o.ref('o.ok_at'))]))
          .as('o'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'i.store_id as storeId',
      'i.type as platform',
      row.fn.coalesce('c.refused_at', 'o.refused_at').as('refusedAt'),
      'c.renew_until as endsAt',
    ])
    .where('i.store_id', 'in', storeIds)
    .where('i.status', '=', 'active')
    .where((row) =>
      row.or([
        row('c.refused_at', 'is not', null),
        row('o.refused_at', 'is not', null),
        row('c.renew_until', '<', new Date(now.getTime() + asksBeforeMs)),
      ]),
    )
    .execute()
}
