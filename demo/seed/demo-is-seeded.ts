import { openDatabase, type Database } from '../../server/db/connections/pool.ts'

/** False: the database is not the demo's, or its making was cut short. */
export async function holdsWholeDemo(db: Database['db']): Promise<boolean> {
  const seed = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', 'demo-seed')
    .executeTakeFirst()
  return seed?.holder === 'done'
}

/** The same of the database at this address. */
export async function demoIsSeeded(ownerUrl: string): Promise<boolean> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 1 })
  try {
    return await holdsWholeDemo(database.db)
  } finally {
    await database.close()
  }
}
