import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { takeBackMenuPublication as takeBackRoute } from '../../../contract/menu/publications.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { StoreTransaction } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { forgetItemWishes, wishItems } from '../../stores/stores.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { lockMenuOf } from '../whole/keep-version.ts'
import { beginWriting } from './begin-publication.ts'
import { partsOf, publicationOf, type Publication, type PublicationPart } from './publication-rows.ts'

/**
 * A publication of its own that makes the marketplace as it was: what was written over is restored, what was new is
 * off sale and of nobody here, what was taken off sale is on sale again.
 */
export async function takeBackMenuPublication(
  call: Call<typeof takeBackRoute>,
): Promise<Reply<typeof takeBackRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  const id = uuidv7()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    const publication = await publicationOf(tx, storeId, params.publicationId)
    if (!publication) throw new AppError('menu/publication-not-found')
    if ((await lastWritten(tx, storeId, publication.merchantId)) !== publication.id)
      throw new AppError('menu/publication-not-last')
    const parts = (await partsOf(tx, storeId, publication.id)).filter(
      ({ chosen, state, beforeKept }) => chosen && (state === 'sent' || state === 'proved' || beforeKept),
    )
    const backward: Publication = { ...publication, id, takesBack: publication.id, state: 'ready' }
    await tx
      .insertInto('menu_publications')
      .values({
        store_id: storeId,
        id,
        platform: publication.platform,
        merchant_id: publication.merchantId,
        takes_back: publication.id,
        state: 'ready',
        categories: JSON.stringify(publication.categories),
        asked_by_name: caller.name,
        asked_at: now,
      })
      .execute()
    await insertParts(tx, { storeId, id }, parts)
    await tx
      .updateTable('menu_publications')
      .set({ taken_back: true })
      .where('store_id', '=', storeId)
      .where('id', '=', publication.id)
      .execute()
    await forgetWishes(tx, storeId, { publication, parts, now })
    await beginWriting(tx, { storeId, publication: backward, now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/publication-taken-back',
      storeId,
      subject: publication.platform,
      details: { publicationId: publication.id, merchantId: publication.merchantId, items: parts.length },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
  })
  return { publicationId: id }
}

/** The newest that was written to this merchant and not taken back; null: none. */
export async function lastWritten(
  tx: StoreTransaction,
  storeId: string,
  merchantId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string; takesBack: boolean; takenBack: boolean; state: string }>`
    select id, takes_back is not null as "takesBack", taken_back as "takenBack", state from menu_publications
    where store_id = ${storeId} and merchant_id = ${merchantId} and confirmed_at is not null
    order by confirmed_at desc, id desc limit 1`.execute(tx)
  const [last] = rows
  const canGo = last && !last.takesBack && !last.takenBack && ['done', 'stopped'].includes(last.state)
  return canGo ? last.id : null
}

async function insertParts(
  tx: StoreTransaction,
  { storeId, id }: { readonly storeId: string; readonly id: string },
  parts: readonly PublicationPart[],
): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insertInto('menu_publication_parts')
    .values(
      parts.map((part, position) => ({
        store_id: storeId,
        publication_id: id,
        position,
        item_id: part.itemId,
        partner_item_id: part.partnerItemId,
        category_code: part.categoryCode,
        change: JSON.stringify({
          ...part.change,
          fields: part.change.fields.map(({ field, before, after }) => ({
            field,
            before: after,
            after: before,
          })),
        }),
        wanted: null,
        chosen: true,
        was_linked: part.wasLinked,
        price_before: part.priceBefore,
        before: part.before,
        before_kept: true,
      })),
    )
    .execute()
}

/** Nothing may be wished any more of what is taken back: it would be made so again. */
async function forgetWishes(
  tx: StoreTransaction,
  storeId: string,
  of: { readonly publication: Publication; readonly parts: readonly PublicationPart[]; readonly now: Date },
): Promise<void> {
  const { publication, parts, now } = of
  const { platform, merchantId } = publication
  const fresh = parts.flatMap(({ wasLinked, itemId }) => (!wasLinked && itemId ? [itemId] : []))
  await sql`
    delete from menu_item_channels
    where store_id = ${storeId} and platform = ${platform} and merchant_id = ${merchantId}
      and item_id = any (${fresh}::uuid[])`.execute(tx)
  await forgetItemWishes(tx, storeId)
  const priced: string[] = []
  for (const { itemId, change, wasLinked, priceBefore: was } of parts) {
    const changed = change.fields.some(({ field }) => field === 'channelPrice')
    if (itemId === null || !wasLinked || !changed || was === null) continue
    priced.push(itemId)
    await sql`
      update menu_item_channels set price_cents = ${was}
      where store_id = ${storeId} and platform = ${platform} and merchant_id = ${merchantId}
        and item_id = ${itemId}`.execute(tx)
  }
  await wishItems(tx, storeId, priced, { now, again: 'price' })
}
