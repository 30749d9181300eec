import type { startSetup as startSetupRoute } from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, throttle } from '../identity/identity.ts'
import { waysOf, type LinkCode } from '../marketplaces/marketplace-kind.ts'
import { channelView, setupOf } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { asking, sealVerifier } from './setups.ts'

/** Begins, or begins again in place of an earlier try; a connection that serves orders stays until the new one is whole. */
export async function startSetup(call: Call<typeof startSetupRoute>): Promise<Reply<typeof startSetupRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const linking = linkingOf(deps, body.type)
  const { byCode } = linking
  if (!waysOf(linking).includes(body.way)) throw new AppError('integration/way-not-offered')
  const of = { storeId, type: body.type }
  const before = await withStoreScope(deps.cells, [storeId], (tx) => setupOf(tx, of))
  if ((before?.version ?? 0) !== body.version) throw new AppError('integration/stale-setup')
  let code: LinkCode | null = null
  if (body.way === 'code' && byCode) {
    await throttle(deps.directory, { purpose: 'channel', account: `code:${storeId}` }, now)
    code = await asking(
      () => byCode.requestCode(),
      () => new AppError('marketplace/unavailable'),
    )
  }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const secret = code ? sealVerifier(code.verifier, of, deps.env) : null
    const columns = {
      way: body.way,
      step: body.way === 'app' ? 'merchants' : 'authorise',
      version: body.version + 1,
      user_code: code?.userCode ?? null,
      verification_url: code?.url ?? null,
      expires_at: code?.until ?? null,
      sealed: secret?.sealed ?? null,
      seal_key: secret?.sealKey ?? null,
      merchant_id: null,
      merchant_secondary_ids: [],
      checks: '[]',
      connected_at: null,
      started_by: caller.name,
      started_at: now,
    }
    const begun = await tx
      .insertInto('integration_setups')
      .values({ store_id: storeId, type: body.type, ...columns })
      .onConflict((conflict) =>
        conflict
          .constraint('integration_setups_pkey')
          .doUpdateSet(columns)
          .where('integration_setups.version', '=', body.version),
      )
      .returning('version')
      .executeTakeFirst()
    if (!begun) throw new AppError('integration/stale-setup')
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/setup-started',
      storeId,
      subject: body.type,
      details: { way: body.way },
      requestId,
      at: now,
    })
    return channelView(tx, deps, of, now)
  })
}
