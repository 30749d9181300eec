import { sql, type Kysely } from 'kysely'
import { exhaustedSince, isExhaustion, noteExhaustion, noteRecovery } from './exhaustion.ts'
import type { Directory } from '../tables.ts'

export type DatabaseState = 'writable' | 'full' | 'unavailable'

/** After a full disk a write has to find new space, not the rest of a page. */
const largeFiller = 'x'.repeat(64 * 1024)

/** Whether the database answers, and whether it can be written, which is tried in one row. */
export async function databaseState(db: Kysely<Directory>, now: Date): Promise<DatabaseState> {
  const filler = exhaustedSince() === null ? '' : largeFiller
  try {
    await sql`update write_probe set written_at = clock_timestamp(), filler = ${filler}`.execute(db)
    noteRecovery()
    return 'writable'
  } catch (error) {
    if (!isExhaustion(error)) return 'unavailable'
    noteExhaustion(now)
    return 'full'
  }
}

/** Whether the database answers and its tables are there. */
export async function databaseAnswers(db: Kysely<Directory>): Promise<boolean> {
  try {
    await sql`select 1 from menu_slugs limit 1`.execute(db)
    return true
  } catch {
    return false
  }
}
