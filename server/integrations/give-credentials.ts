import type { giveCredentials as giveCredentialsRoute } from '../../contract/integrations/credentials.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { limited } from '../identity/identity.ts'
import { channelView } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { asking, changeSetup, sealGrant, seenSetup } from './setups.ts'

/** The application answers them with a token, or nothing is kept. Of two tries of one version the first wins. */
export async function giveCredentials(
  call: Call<typeof giveCredentialsRoute>,
): Promise<Reply<typeof giveCredentialsRoute>> {
  const { deps, caller, storeId, body, now } = call
  const { byCredentials } = linkingOf(deps, body.type)
  if (!byCredentials) throw new AppError('integration/way-not-offered')
  const of = { storeId, type: body.type }
  const row = await seenSetup(deps, of, { version: body.version, steps: ['authorise'], now })
  const { baseUrl, clientId, clientSecret, appId } = body
  const given = { baseUrl, clientId, clientSecret, appId: appId || null }
  if (!byCredentials.mayCall(baseUrl)) throw badAddress()
  // Tries to guess what another owner's store was given are few.
  const attempt = { purpose: 'channel', account: `credentials:${caller.uid}` } as const
  const grant = await limited(deps.directory, attempt, now, () =>
    asking(() => byCredentials.tryCredentials(given), notTaken),
  )
  const { sealed, sealKey } = sealGrant(grant, of, deps.env)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await changeSetup(tx, row, {
      step: 'merchants',
      expires_at: grant.accessUntil,
      sealed,
      seal_key: sealKey,
    })
    return channelView(tx, deps, of, now)
  })
}

const notTaken = (): AppError =>
  new AppError('integration/code-refused', {
    message: 'O aplicativo não aceitou o Client ID com este Client Secret. Confira os dois e tente de novo.',
  })

const badAddress = (): AppError =>
  new AppError('validation/refused', {
    details: [
      {
        path: 'baseUrl',
        message:
          'Use o endereço que o aplicativo deu, com https e um nome, como https://api.aplicativo.com.br.',
      },
    ],
  })
