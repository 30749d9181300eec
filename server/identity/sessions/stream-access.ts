import { sql, type Kysely } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { Directory } from '../../db/tables.ts'

/** Which of these sessions are still valid, and the role of each at all of its stores, the one of support included. */
export async function accessOfStreams(
  db: Kysely<Directory>,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ sessionId: string; roles: Record<string, number> }>`
    select session_id as "sessionId", roles
    from stream_access(${sessionIds}::uuid[], ${roleLevel.owner}, ${now})`.execute(db)
  return new Map(rows.map((row) => [row.sessionId, new Map(Object.entries(row.roles))]))
}
