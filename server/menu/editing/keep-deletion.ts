import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'

/** How long a deletion can be taken back. */
export const keptMs = 24 * 3_600_000

/** Keeps the rows of what was deleted, and forgets those of more than a day ago. */
export async function keepDeletion(
  tx: Transaction<Cell>,
  storeId: string,
  deleted: {
    readonly kind: 'category' | 'item' | 'group'
    readonly name: string
    readonly content: unknown
    readonly now: Date
  },
): Promise<string> {
  const { kind, name, content, now } = deleted
  await tx
    .deleteFrom('menu_deletions')
    .where('store_id', '=', storeId)
    .where('deleted_at', '<', new Date(now.getTime() - keptMs))
    .execute()
  const id = uuidv7()
  await tx
    .insertInto('menu_deletions')
    .values({ store_id: storeId, id, kind, name, content: JSON.stringify(content), deleted_at: now })
    .execute()
  return id
}
