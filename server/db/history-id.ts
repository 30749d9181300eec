import { sql, type Kysely } from 'kysely'
import type { DB } from './tables.generated.ts'

/**
 * Names the history that this database continues: PostgreSQL's identifier of the cluster and its timeline. After a
 * restore into a new cluster, to an earlier moment, or a failover it is another one, and positions in streams that
 * were handed out before may point at something else.
 */
export async function readHistoryId(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select (select system_identifier from pg_control_system()) || '-'
      || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as id`.execute(db)
  return rows[0]?.id ?? ''
}
