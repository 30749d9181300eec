import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reply } from '../../../contract/shared/route.ts'
import { logoBytesLimit, type saveStoreLogo as saveRoute } from '../../../contract/stores/profile.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { redraw, type Picture } from '../../children/redraw-picture.ts'
import { audit } from '../../identity/identity.ts'
import { formerSlugsOf, profileOf } from './profile.reads.ts'

const logoSizes = { maxBytes: logoBytesLimit, maxBytesKept: 200_000, side: 512 }

/** Only the newest logo is kept: its address holds its hash, so nobody sees an old one under a new name. */
export async function saveStoreLogo(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const logo = body.logo === null ? null : await logoToKeep(body.logo, call.caller.uid)
  const formerSlugs = await formerSlugsOf(deps.directory, storeId, now)
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const id = logo ? createHash('sha256').update(logo.bytes).digest('hex') : null
      const before = await profileOf(tx, storeId, formerSlugs, now)
      const saved = await tx
        .updateTable('stores')
        .set({
          logo: id ? `/api/stores/logos/${storeId}/${id}` : null,
          profile_version: sql<number>`profile_version + 1`,
        })
        .where('id', '=', storeId)
        .where('profile_version', '=', body.version)
        .returning('logo')
        .executeTakeFirst()
      if (!saved) throw new AppError('store/stale-profile', { current: before })
      await tx.deleteFrom('store_logos').where('store_id', '=', storeId).execute()
      if (logo && id)
        await tx
          .insertInto('store_logos')
          .values({ store_id: storeId, id, content_type: logo.contentType, bytes: logo.bytes })
          .execute()
      publishStoreEvent(tx, storeId, 'profile', now)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'store/logo-saved',
        storeId,
        details: { before: before.logo, after: saved.logo },
        requestId,
        at: now,
      })
      return profileOf(tx, storeId, formerSlugs, now)
    },
    { uid: caller.uid },
  )
}

/** Drawn again from its pixels before the transaction: it takes a while. */
async function logoToKeep(dataUrl: string, uid: string): Promise<Picture> {
  const sent = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const logo = await redraw(sent, logoSizes, uid)
  if (logo) return logo
  const message = 'Não deu para ler esta imagem. Envie um PNG, JPEG ou WebP de até 2\u00a0MB.'
  throw new AppError('validation/refused', { details: [{ path: 'logo', message }] })
}
