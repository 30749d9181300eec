import { sql, type Kysely } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'

export interface StreamHolder {
  readonly sessionId: string
  readonly uid: string
}

/** Which of these sessions are still valid, and the role of each at these stores, the one of support included. */
export async function accessOfStreams(
  db: Kysely<Directory>,
  holders: readonly StreamHolder[],
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const sessionIds = holders.map((holder) => holder.sessionId)
  return withDirectoryScope(db, storeIds, async (tx) => {
    const result = await sql<{ sessionId: string; roles: Record<string, number> }>`
      select s.id as "sessionId",
        coalesce(jsonb_object_agg(a.store_id, a.role) filter (where a.store_id is not null), '{}')
          || coalesce(jsonb_object_agg(e.store_id, ${roleLevel.owner}::integer) filter (where e.store_id is not null), '{}')
          as roles
      from sessions s
        join users u on u.uid = s.uid and u.disabled_at is null
        left join access_entries a on a.uid = s.uid and a.store_id = any (${storeIds}::uuid[])
        left join support_entries e
          on e.session_id = s.id and e.until > ${now} and e.store_id = any (${storeIds}::uuid[])
      where s.id = any (${sessionIds}::uuid[]) and s.revoked_at is null and s.expires_at > ${now}
      group by s.id`.execute(tx)
    return new Map(result.rows.map((row) => [row.sessionId, new Map(Object.entries(row.roles))]))
  })
}
