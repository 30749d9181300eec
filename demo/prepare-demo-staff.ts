import { openDatabase } from '../server/db/connections/pool.ts'
import { withStoreScope } from '../server/db/scope.ts'
import { demoPassword, hashPassword } from '../server/identity/identity.ts'
import { demoStaff } from './demo-stores.ts'

/** Adds the people who work in the demo's stores, also to a demo of an earlier version. Once: who was removed stays so. */
export async function prepareDemoStaff(ownerUrl: string): Promise<void> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 1 })
  try {
    const seed = await database.db
      .selectFrom('leases')
      .select('holder')
      .where('name', '=', 'demo-seed')
      .executeTakeFirst()
    // Leave a database alone that is not the demo's.
    if (seed?.holder !== 'done') return
    for (const { uid, email, name, storeIds } of demoStaff) {
      const passwordHash = await hashPassword(demoPassword)
      await withStoreScope(database.db, storeIds, async (tx) => {
        const added = await tx
          .insertInto('users')
          .values({ uid, email, name, password_hash: passwordHash })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (added.numInsertedOrUpdatedRows === 0n) return
        await tx
          .insertInto('access_entries')
          .values(storeIds.map((id) => ({ store_id: id, uid, role: 1 })))
          .execute()
      })
    }
  } finally {
    await database.close()
  }
}
