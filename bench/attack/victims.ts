import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { addStore } from '../../server/testing/app.ts'
import { loadKeyring } from '../../server/identity/embedded/keyring.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import { addBenchPerson, withDirectoryAndStores } from '../bench-store.ts'
import { benchOrder } from '../intake-rate.ts'

/** A store with one person of that role in it. */
export interface Tenant {
  readonly token: string
  readonly storeId: string
  readonly slug: string
  readonly orderId: string
}

/** Of every name in the victim's store: no reply to others may hold it. */
export const canary = 'CANARIO'

/** Stores of their own, each with an order and a person; `role`: 3 is an owner. */
export async function addTenants(
  ownerUrl: string,
  count: number,
  { role = 3, name = 'Bench' }: { readonly role?: number; readonly name?: string } = {},
): Promise<readonly Tenant[]> {
  const database = await openDatabase(ownerUrl, { statementTimeoutMs: 60_000 })
  const { db } = database
  const now = new Date()
  const keyring = await loadKeyring({ db, env: {}, now: () => now })
  const tenants: Tenant[] = []
  for (let index = 0; index < count; index += 1) {
    const slug = `${name.toLowerCase()}-${uuidv7()}`
    const storeId = await addStore(database, { name, slug })
    const token = await withDirectoryAndStores({ directory: db }, [storeId], (tx) =>
      addBenchPerson(tx, keyring, { storeIds: [storeId], role }),
    )
    const taken = await takeOrders(db, [benchOrder(storeId)])
    tenants.push({ token, storeId, slug, orderId: taken.get(0)?.orderId ?? '' })
  }
  await database.close()
  return tenants
}
