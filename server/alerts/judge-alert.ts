import type { judgeAlert as judgeAlertRoute } from '../../contract/alerts/alerts.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { alertOf } from './alert-view.ts'

/** Over the data's verdict, once. */
export async function judgeAlert(call: Call<typeof judgeAlertRoute>): Promise<Reply<typeof judgeAlertRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const verdict = body.right ? 'right' : 'wrong'
    const row = await tx
      .updateTable('shift_alerts')
      .set({ verdict, judged_by: caller.uid, judged_by_name: caller.name, judged_at: now })
      .where('store_id', '=', storeId)
      .where('id', '=', params.id)
      .where('judged_by', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const known = await tx
        .selectFrom('shift_alerts')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .executeTakeFirst()
      if (!known) throw new AppError('alert/not-found')
      throw new AppError('alert/already-judged', { current: alertOf(known) })
    }
    await audit(tx, {
      actorUid: caller.uid,
      action: 'alerts/judged',
      storeId,
      subject: params.id,
      details: { kind: row.kind, verdict },
      requestId,
      at: now,
    })
    return alertOf(row)
  })
}
