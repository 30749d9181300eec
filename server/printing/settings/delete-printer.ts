import type { deletePrinter as deletePrinterRoute } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'

export async function deletePrinter(
  call: Call<typeof deletePrinterRoute>,
): Promise<Reply<typeof deletePrinterRoute>> {
  const { deps, caller, storeId, params, now, requestId } = call
  await withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const deleted = await tx
        .deleteFrom('printers')
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .returning('name')
        .executeTakeFirst()
      if (!deleted) throw new AppError('print/printer-not-found')
      await tx
        .updateTable('printers')
        .set({ fallback_id: null })
        .where('store_id', '=', storeId)
        .where('fallback_id', '=', params.id)
        .execute()
      // Waiting tickets can still be sent to another printer by hand.
      await tx
        .updateTable('print_jobs')
        .set({ state: 'expired', ended_at: now })
        .where('store_id', '=', storeId)
        .where('printer_id', '=', params.id)
        .where('state', 'in', ['queued', 'failed'])
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'printer/removed',
        storeId,
        subject: params.id,
        details: { name: deleted.name },
        requestId,
        at: now,
      })
    },
    { uid: caller.uid },
  )
  return { id: params.id }
}
