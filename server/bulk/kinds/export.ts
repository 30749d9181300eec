import { accountantFileNames } from '../../../contract/accountant/accountant.ts'
import { monthFile, rejectMonth } from '../../accountant/accountant.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import type { ActionOf, Kind, PartCall } from './kind.ts'

/** A month of the store as a file, kept for some days. Undone, the file is gone. */
export const exportMonth: Kind<'export'> = {
  facet: null,
  foresee: async (deps, call, action) => {
    await rejectMonth(deps, asked(call, action))
    return null
  },
  prepare: (deps, call, action) => monthFile(deps, asked(call, action)),
  apply: async (tx, call, action, made) => {
    const { storeId, caller, now, requestId } = call
    const [year, month] = action.month.split('-')
    const what = `${accountantFileNames[action.file]}, ${month}/${year}`
    if (!made) return { state: 'done', words: `${what}.`, kept: null }
    const { menu_slug: slug } = await tx
      .selectFrom('stores')
      .select('menu_slug')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('bulk_files')
      .values({
        store_id: storeId,
        act_id: requestId,
        name: `${slug}-${made.name}`,
        type: made.type,
        bytes: made.bytes,
        made_at: now,
      })
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reports/file-made',
      storeId,
      subject: what,
      requestId,
      at: now,
    })
    return { state: 'done', words: `${what}: ${sizeText(made.bytes.length)}.`, kept: null }
  },
  undo: async (tx, { storeId, requestId }) => {
    const gone = await tx
      .deleteFrom('bulk_files')
      .where('store_id', '=', storeId)
      .where('act_id', '=', requestId)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new AppError('bulk/nothing-to-undo')
  },
}

const asked = ({ storeId, now }: PartCall, { file, month, format }: ActionOf<'export'>) => ({
  storeId,
  file,
  month,
  format,
  now,
})

const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`
