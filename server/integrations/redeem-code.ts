import type { redeemCode as redeemCodeRoute } from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { limited } from '../identity/identity.ts'
import { channelView } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { asking, changeSetup, sealGrant, seenSetup, verifierOf } from './setups.ts'

/** The marketplace takes a code once: of two at once only the one that claimed the step sends it. */
export async function redeemCode(call: Call<typeof redeemCodeRoute>): Promise<Reply<typeof redeemCodeRoute>> {
  const { deps, storeId, body, now } = call
  const { byCode } = linkingOf(deps, body.type)
  if (!byCode) throw new AppError('integration/way-not-offered')
  const of = { storeId, type: body.type }
  const row = await seenSetup(deps, of, { version: body.version, steps: ['authorise'], now })
  await withStoreScope(deps.cells, [storeId], (tx) => changeSetup(tx, row, {}))
  const claimed = { ...row, version: row.version + 1 }
  try {
    const attempt = { purpose: 'channel', account: `redeem:${storeId}` } as const
    const grant = await limited(deps.directory, attempt, now, () =>
      asking(
        () => byCode.redeemCode(body.authorizationCode, verifierOf(row, deps.env)),
        () => new AppError('integration/code-refused'),
      ),
    )
    const { sealed, sealKey } = sealGrant(grant, of, deps.env)
    return await withStoreScope(deps.cells, [storeId], async (tx) => {
      await changeSetup(tx, claimed, {
        step: 'merchants',
        user_code: null,
        verification_url: null,
        expires_at: grant.accessUntil,
        sealed,
        seal_key: sealKey,
      })
      return channelView(tx, deps, of, now)
    })
  } catch (error) {
    // As it was seen, so that the person can correct the code and send it again.
    await withStoreScope(deps.cells, [storeId], (tx) =>
      tx
        .updateTable('integration_setups')
        .set({ version: row.version })
        .where('store_id', '=', storeId)
        .where('type', '=', body.type)
        .where('version', '=', claimed.version)
        .where('step', '=', 'authorise')
        .execute(),
    )
    throw error
  }
}
