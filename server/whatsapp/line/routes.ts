import type { Selectable } from 'kysely'
import { inTransaction, withStoreScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { readLine } from './lines.ts'

export type Route = Selectable<Directory['whatsapp_routes']>

/**
 * The directory leads a number to this store before the store's row says so: of two stores one gets it. Returns the
 * route that the store had under this key, for `restoreRoute`.
 */
export const reserveRoute = ({ directory }: Pick<Deps, 'directory'>, route: Route): Promise<Route | null> =>
  inTransaction(directory, async (tx) => {
    const made = await tx
      .insertInto('whatsapp_routes')
      .values(route)
      .onConflict((conflict) => conflict.doNothing())
      .returning('line_key')
      .executeTakeFirst()
    if (made) return null
    const known = await tx
      .selectFrom('whatsapp_routes')
      .selectAll()
      .where('driver', '=', route.driver)
      .where('line_key', '=', route.line_key)
      .forUpdate()
      .executeTakeFirst()
    if (known?.store_id !== route.store_id) throw new AppError('whatsapp/number-taken')
    await tx
      .updateTable('whatsapp_routes')
      .set(route)
      .where('driver', '=', route.driver)
      .where('line_key', '=', route.line_key)
      .execute()
    return known
  })

/** After an attempt that failed: the key leads where it led before, or where another attempt has led it since. */
export async function restoreRoute(
  { directory, cells }: Pick<Deps, 'directory' | 'cells'>,
  { driver, line_key: lineKey, store_id: storeId }: Route,
  before: Route | null,
): Promise<void> {
  const line = await withStoreScope(cells, [storeId], (tx) => readLine(tx, storeId))
  const isUsed = line?.line_key === lineKey && line.cause !== 'removed'
  if (before)
    await directory
      .updateTable('whatsapp_routes')
      .set(before)
      .where('driver', '=', driver)
      .where('line_key', '=', lineKey)
      .where('store_id', '=', storeId)
      .execute()
  else if (!isUsed)
    await directory
      .deleteFrom('whatsapp_routes')
      .where('driver', '=', driver)
      .where('line_key', '=', lineKey)
      .where('store_id', '=', storeId)
      .execute()
}

/**
 * Ends every route of the store but the one of its line. Safe to run at any time: it reads what the store's row says now.
 * Runs after each change and, should the process die before, from the outbox.
 */
export async function followRoutes(
  { directory, cells }: Pick<Deps, 'directory' | 'cells'>,
  storeId: string,
): Promise<void> {
  const line = await withStoreScope(cells, [storeId], (tx) => readLine(tx, storeId))
  const key = line && line.cause !== 'removed' ? line.line_key : null
  let others = directory.deleteFrom('whatsapp_routes').where('store_id', '=', storeId)
  if (key !== null) others = others.where('line_key', '<>', key)
  await others.execute()
}
