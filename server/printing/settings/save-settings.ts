import type { Transaction } from 'kysely'
import type {
  PrintSettings,
  savePrintSettings as savePrintSettingsRoute,
} from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { settingsOf } from './read-config.ts'

type SaveCall = Call<typeof savePrintSettingsRoute>

export const savePrintSettings = (call: SaveCall): Promise<Reply<typeof savePrintSettingsRoute>> =>
  withStoreScope(call.deps.cells, [call.storeId], (tx) => savePrintSettingsIn(tx, call, call.body))

/** In whose name settings are saved, and where. */
interface Saving extends Pick<SaveCall, 'storeId' | 'now' | 'requestId'> {
  readonly caller: Pick<SaveCall['caller'], 'uid'>
}

/** The first save inserts the row; of two saves with the same version one wins. */
export async function savePrintSettingsIn(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId }: Saving,
  body: PrintSettings,
): Promise<PrintSettings> {
  const values = { expire_minutes: body.expireMinutes, footer: body.footer, version: body.version + 1 }
  const before = await settingsOf(tx, storeId)
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
  await audit(tx, {
    actorUid: caller.uid,
    action: 'print/settings-saved',
    storeId,
    details: { before: shown(before), after: shown(current) },
    requestId,
    at: now,
  })
  return current
}

const shown = ({ version: _version, ...settings }: PrintSettings) => settings
