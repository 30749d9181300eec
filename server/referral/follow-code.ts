import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'

/**
 * Makes the directory's code of a store count, or not, as the store's program says. Safe to run at any time: an older
 * state of the program never replaces a newer one. Runs after each change and, should the process die before, from the outbox.
 */
export async function followCode({ directory, cells }: Pick<Deps, 'directory' | 'cells'>, storeId: string) {
  const program = await withStoreScope(cells, [storeId], (tx) =>
    tx
      .selectFrom('referral_programs')
      .select(['enabled', 'version'])
      .where('store_id', '=', storeId)
      .executeTakeFirst(),
  )
  if (!program) return
  await directory
    .updateTable('referral_codes')
    .set({ open: program.enabled, version: program.version })
    .where('store_id', '=', storeId)
    .where('version', '<', program.version)
    .execute()
}
