import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { maxAds, type addAd as addRoute, type endAd as endRoute } from '../../contract/ads/ads.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { adView, storeSlugOf } from './ads.reads.ts'
import { freshCode } from './fresh-code.ts'

export async function addAd({
  deps,
  caller,
  storeId,
  body,
  now,
  requestId,
}: Call<typeof addRoute>): Promise<Reply<typeof addRoute>> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'ads')
    const { running } = await tx
      .selectFrom('ads')
      .select((of) => of.fn.countAll<string>().as('running'))
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!(await hasPhone(tx, storeId))) throw new AppError('ads/no-phone')
    if (Number(running) >= maxAds) throw new AppError('ads/too-many')
    const row = await tx
      .insertInto('ads')
      .values({
        store_id: storeId,
        id: uuidv7(),
        code: freshCode(8),
        name: body.name,
        created_at: now,
        created_by: caller.name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    // Its code is new in 31⁸, so only the name can be taken.
    if (!row) throw new AppError('ads/name-taken', { details: [{ path: 'name', message: nameTaken }] })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'ads/added',
      storeId,
      subject: row.id,
      details: { name: row.name },
      requestId,
      at: now,
    })
    return adView(row, await storeSlugOf(tx, storeId), deps.env)
  })
}

const hasPhone = async (tx: Transaction<Cell>, storeId: string): Promise<boolean> =>
  Boolean((await tx.selectFrom('stores').select('phone').where('id', '=', storeId).executeTakeFirst())?.phone)

const nameTaken = 'Já existe um anúncio com este nome.'

export async function endAd({
  deps,
  caller,
  storeId,
  params,
  now,
  requestId,
}: Call<typeof endRoute>): Promise<Reply<typeof endRoute>> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .updateTable('ads')
      .set({ ended_at: now })
      .where('store_id', '=', storeId)
      .where('id', '=', params.id)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError((await exists(tx, storeId, params.id)) ? 'ads/ended' : 'ads/not-found')
    await audit(tx, {
      actorUid: caller.uid,
      action: 'ads/ended',
      storeId,
      subject: row.id,
      details: { name: row.name },
      requestId,
      at: now,
    })
    return adView(row, await storeSlugOf(tx, storeId), deps.env)
  })
}

const exists = async (tx: Transaction<Cell>, storeId: string, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('ads')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined
