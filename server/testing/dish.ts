import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../db/scope.ts'
import type { TestApp } from './app.ts'

/** Something that the store sells; the id of the item. */
export async function addDish(app: TestApp, storeId: string): Promise<string> {
  const id = uuidv7()
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('menu_items')
      .values({ store_id: storeId, id, name: 'Feijoada', product_key: 'feijoada', price_cents: 3_900 })
      .execute(),
  )
  return id
}
