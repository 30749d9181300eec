import { sql } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import type { StoreChannel } from '../marketplace-kind.ts'

/** Counted by a later process; the first death of an event is not counted, since ordinary events are not claimed. */
const maxLostClaims = 2

interface SuspectRow {
  readonly event_id: string
  readonly received_at: Date
  readonly lost_claims: number
}

/**
 * Events that waited when this process began: one of them may have ended the process before. Each try of theirs is
 * counted in advance, one event at a time once there was a death, and after the last one they wait for a person.
 * Returns the rows to handle now. Later events cost no statement.
 */
export async function claimSuspects<Row extends SuspectRow>(
  deps: Deps,
  { storeId, platform }: StoreChannel,
  rows: readonly Row[],
  begunAt: Date,
): Promise<readonly Row[]> {
  const suspects = rows.filter(({ received_at }) => received_at < begunAt)
  if (suspects.length === 0) return rows
  const lost = suspects.filter(({ lost_claims }) => lost_claims >= maxLostClaims)
  const left = rows.filter((row) => !lost.includes(row))
  const isAlone = left.some(({ lost_claims }) => lost_claims > 0)
  const now = isAlone ? left.slice(0, 1) : left
  const claimed = now.filter((row) => suspects.includes(row))
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`
      update inbox set
        lost_claims = lost_claims + 1,
        dead_at = case when lost_claims >= ${maxLostClaims} then ${deps.now()} else dead_at end,
        last_error = case when lost_claims >= ${maxLostClaims} then 'The process ended each time it handled this.' else last_error end
      where store_id = ${storeId} and source = ${platform}
        and event_id = any(${[...lost, ...claimed].map((row) => row.event_id)}::text[])`.execute(tx)
  })
  for (const { event_id: eventId } of lost)
    deps.log.error(
      { storeId, platform, eventId },
      'an inbox event ended its process each time: it waits for a person',
    )
  return now
}
