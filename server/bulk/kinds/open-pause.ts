import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'

export interface OpenPause {
  readonly id: string
  /** Null: until a person resumes it. */
  readonly until: Date | null
  readonly reason: string | null
}

export const openPauseOf = (
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
): Promise<OpenPause | undefined> =>
  tx
    .selectFrom('menu_item_pauses')
    .select(['id', 'until', 'reason'])
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
