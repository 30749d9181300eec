import { v7 as uuidv7 } from 'uuid'
import type { askReconciliation as askRoute } from '../../../contract/reports/reconciliation.ts'
import { localParts } from '../../../contract/shared/day.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { requireModule } from '../../stores/stores.ts'
import { enqueueReconciliation } from './reconciliation-rows.ts'

/** The marketplace takes minutes to make the file: the page shows how far it is. */
export async function askReconciliation(call: Call<typeof askRoute>): Promise<Reply<typeof askRoute>> {
  const { deps, storeId, body, caller, now, requestId } = call
  const { platform, merchantId, month } = body
  const route = await deps.directory
    .selectFrom('merchant_routes')
    .select('merchant_id')
    .where('store_id', '=', storeId)
    .where('platform', '=', platform)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!route || !deps.marketplaces.of(platform).ledger?.statements) throw new AppError('report/no-statement')
  const id = uuidv7()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'finance')
    const { timezone } = await tx
      .selectFrom('stores')
      .select('timezone')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    if (month > localParts(now, timezone).day.slice(0, 7)) {
      const message = 'Escolha um mês que já começou.'
      throw new AppError('validation/refused', { details: [{ path: 'month', message }] })
    }
    const asked = await tx
      .insertInto('reconciliations')
      .values({
        store_id: storeId,
        id,
        platform,
        merchant_id: merchantId,
        month: `${month}-01`,
        asked_by_name: caller.name,
        asked_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new AppError('report/reconciliation-under-way')
    await enqueueReconciliation(tx, { storeId, id, dueAt: now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reports/statement-asked',
      storeId,
      subject: platform,
      details: { merchantId, month },
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'settlements', now)
  })
  return { reconciliationId: id }
}
