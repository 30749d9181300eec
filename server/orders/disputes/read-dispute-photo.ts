import type { readDisputePhoto as readDisputePhotoRoute } from '../../../contract/orders/disputes.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { redraw } from '../../children/redraw-picture.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { PageRefusedError, readPublicPage } from '../../safe-fetch/read-public-page.ts'

const types = ['image/jpeg', 'image/png', 'image/webp', 'application/octet-stream']
const sizes = { maxBytes: 5_000_000, maxBytesKept: 300_000, side: 1_024 }
const photoMs = 10_000

/**
 * A stranger's picture never reaches the browser as it is: it is read from the public internet and drawn again. It is
 * kept nowhere, so an address that has expired has no picture.
 */
export async function readDisputePhoto(
  call: Call<typeof readDisputePhotoRoute>,
): Promise<Reply<typeof readDisputePhotoRoute>> {
  const { deps, storeId, params } = call
  const row = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('disputes')
      .select('photos')
      .where('store_id', '=', storeId)
      .where('id', '=', params.disputeId)
      .executeTakeFirst(),
  )
  const address = row?.photos[Number(params.photo)]
  if (address === undefined) throw new AppError('dispute/not-found')
  try {
    const trustedOrigins = deps.env.MENU_IMPORT_ORIGINS
    const page = await readPublicPage(address, {
      types,
      trustedOrigins,
      maxBytes: sizes.maxBytes,
      maxMs: photoMs,
    })
    const picture = await redraw(page.bytes, sizes, storeId)
    return {
      photo: picture && `data:${picture.contentType};base64,${picture.bytes.toString('base64')}`,
    }
  } catch (error) {
    if (!(error instanceof PageRefusedError)) throw error
    deps.log.info({ err: error, storeId }, "a customer's picture was not read")
    return { photo: null }
  }
}
