import { sql } from 'kysely'
import type { saveQualityTargets as saveQualityTargetsRoute } from '../../../contract/reports/quality.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { readTargets, targetsOf } from './read-quality-report.ts'

export async function saveQualityTargets(
  call: Call<typeof saveQualityTargetsRoute>,
): Promise<Reply<typeof saveQualityTargetsRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { targets, version } = body
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const columns = {
      accept_minutes: targets.accept,
      prepare_minutes: targets.prepare,
      wait_minutes: targets.wait,
      deliver_minutes: targets.deliver,
      total_minutes: targets.total,
    }
    const saved =
      version === 0
        ? await tx
            .insertInto('quality_targets')
            .values({ store_id: storeId, ...columns })
            .onConflict((conflict) => conflict.constraint('quality_targets_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('quality_targets')
            .set({ ...columns, version: sql<number>`version + 1` })
            .where('store_id', '=', storeId)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst()
    const current = targetsOf(await readTargets(tx, [storeId]), storeId)
    if (!saved) throw new AppError('report/stale-targets', { current })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reports/targets-saved',
      storeId,
      subject: 'quality',
      details: targets,
      requestId,
      at: now,
    })
    return current
  })
}
