import { sql, type Kysely } from 'kysely'
import type { DB } from './tables.generated.ts'

/** Whether the database answers and its tables are there. */
export async function databaseAnswers(db: Kysely<DB>): Promise<boolean> {
  try {
    await sql`select 1 from menu_slugs limit 1`.execute(db)
    return true
  } catch {
    return false
  }
}
