import type { savePrintSettings as savePrintSettingsRoute } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { settingsOf } from './read-config.ts'

/** The first save inserts the row; of two saves with the same version one wins. */
export async function savePrintSettings(
  call: Call<typeof savePrintSettingsRoute>,
): Promise<Reply<typeof savePrintSettingsRoute>> {
  const { deps, storeId, body } = call
  const values = { expire_minutes: body.expireMinutes, footer: body.footer, version: body.version + 1 }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const saved =
      body.version === 0
        ? await tx
            .insertInto('print_settings')
            .values({ store_id: storeId, ...values })
            .onConflict((conflict) => conflict.constraint('print_settings_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('print_settings')
            .set(values)
            .where('store_id', '=', storeId)
            .where('version', '=', body.version)
            .returning('version')
            .executeTakeFirst()
    const current = await settingsOf(tx, storeId)
    if (!saved) throw new AppError('print/stale-settings', { current })
    return current
  })
}
