import { sql, type Transaction } from 'kysely'
import { marketplaces } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'

/** Automatic acceptance as one switch: on while the rules of any channel accept. */
export async function autoAcceptIsOn(tx: Transaction<Cell>, storeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('order_rules')
    .select('platform')
    .where('store_id', '=', storeId)
    .where('auto_accept', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Off: no channel accepts any more. On: the own channel and every connected one do, each within its other rules. The
 * rules' versions move, so that an open form of the rules does not undo it unseen.
 */
export async function setAutoAccept(tx: Transaction<Cell>, storeId: string, on: boolean): Promise<void> {
  if (!on) {
    await tx
      .updateTable('order_rules')
      .set({ auto_accept: false, version: sql<number>`version + 1` })
      .where('store_id', '=', storeId)
      .where('auto_accept', '=', true)
      .execute()
    return
  }
  const connected = await tx
    .selectFrom('integrations')
    .select('type')
    .where('store_id', '=', storeId)
    .where('status', '=', 'active')
    .where('type', 'in', marketplaces)
    .execute()
  await tx
    .insertInto('order_rules')
    .values(
      ['balcao', ...connected.map(({ type }) => type)].map((platform) => ({
        store_id: storeId,
        platform,
        auto_accept: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('order_rules_pkey').doUpdateSet({
        auto_accept: true,
        version: sql<number>`order_rules.version + 1`,
      }),
    )
    .execute()
}
