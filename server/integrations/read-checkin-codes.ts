import type { readCheckinCodes as readCodesRoute } from '../../contract/integrations/checkin-codes.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { reportFileTypes } from '../../contract/shared/file-types.ts'
import { sentAlready, type Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { throttle } from '../identity/identity.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import { channelView } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'

/** The marketplace's own PDF, passed on as it is, and not kept. */
export async function readCheckinCodes(call: Call<typeof readCodesRoute>): Promise<typeof sentAlready> {
  const { deps, storeId, query, reply, now } = call
  const { type } = query
  linkingOf(deps, type)
  const { integration } = await withStoreScope(deps.cells, [storeId], (tx) =>
    channelView(tx, deps, { storeId, type }, now),
  )
  if (integration?.status !== 'active') throw new AppError('integration/not-connected')
  await throttle(deps.directory, { purpose: 'channel', account: `check:${storeId}` }, now)
  const file = await codesOf(call, [integration.merchantId, ...integration.merchantSecondaryIds])
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="check-in-${type}.pdf"`)
    .type(reportFileTypes.pdf)
    .send(file)
  return sentAlready
}

/** integration/way-not-offered, marketplace/unavailable */
async function codesOf(
  { deps, storeId, query }: Call<typeof readCodesRoute>,
  merchantIds: readonly string[],
): Promise<Buffer> {
  const { type: platform } = query
  const refused = (message: string) => new AppError('integration/way-not-offered', { message })
  try {
    const { account } = await deps.marketplaces.marketplaceFor({ storeId, platform })
    if (!account?.checkinCodes) throw refused(`${withChannel('O', platform)} não tem QR code de check-in.`)
    return await account.checkinCodes(merchantIds)
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    if (error.temporary && error.kind !== 'unauthorised')
      throw new AppError('marketplace/unavailable', { message: error.words })
    throw refused(
      `${withChannel('O', platform)} não deu os QR codes desta loja: por lá, eles são de lojas de mercado.`,
    )
  }
}
