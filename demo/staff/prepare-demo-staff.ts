import { openDatabase } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { demoPassword, hashPassword } from '../../server/identity/identity.ts'
import { holdsWholeDemo } from '../seed/demo-is-seeded.ts'
import { demoStaff } from '../demo-stores.ts'

/** Adds the people who work in the demo's stores, also to a demo of an earlier version. Once: who was removed stays so. */
export async function prepareDemoStaff(ownerUrl: string): Promise<void> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 1 })
  try {
    // Leave a database alone that is not the demo's.
    if (!(await holdsWholeDemo(database.db))) return
    const known = await database.db
      .selectFrom('users')
      .select('uid')
      .where(
        'uid',
        'in',
        demoStaff.map(({ uid }) => uid),
      )
      .execute()
    const added = demoStaff.filter(({ uid }) => !known.some((one) => one.uid === uid))
    for (const { uid, email, name, storeIds } of added) {
      const passwordHash = await hashPassword(demoPassword)
      await withStoreScope(database.db, storeIds, async (tx) => {
        const inserted = await tx
          .insertInto('users')
          .values({ uid, email, name, password_hash: passwordHash })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (inserted.numInsertedOrUpdatedRows === 0n) return
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
