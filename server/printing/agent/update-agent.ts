import type { updatePrintAgent as updatePrintAgentRoute } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { packedRelease } from './agent-release.ts'
import { updateState } from './agent-versions.rules.ts'

/** Kept as a wish; the agent reads it with its next heartbeat. */
export async function updatePrintAgent(
  call: Call<typeof updatePrintAgentRoute>,
): Promise<Reply<typeof updatePrintAgentRoute>> {
  const { deps, storeId, params, now, caller, requestId } = call
  const version = (await packedRelease(deps.env))?.version ?? null
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const agent = await tx
        .selectFrom('print_agents')
        .select(['software', 'updates', 'update_asked_for', 'update_refused'])
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst()
      if (!agent) throw new AppError('print/agent-not-found')
      const state = updateState(agent, version)
      if (version === null || state === 'none') throw new AppError('print/agent-newest')
      if (state === 'asked') return { id: params.id, version }
      await tx
        .updateTable('print_agents')
        .set({ update_asked_for: version, update_refused: null })
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'print-agent/update-asked',
        storeId,
        subject: params.id,
        requestId,
        at: now,
      })
      return { id: params.id, version }
    },
    { uid: caller.uid },
  )
}
