import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  beginMenuPublication as beginRoute,
  confirmMenuPublication as confirmRoute,
  resumeMenuPublication as resumeRoute,
} from '../../../contract/menu/publications.ts'
import { isPlatform, type Platform } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { wishItems } from '../../stores/stores.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { keepEdits, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import { enqueuePublication, partsOf, publicationOf, type Publication } from './publication-rows.ts'

const publicationsKept = 20

/** The catalogue is read in the background: a large one takes seconds. */
export async function beginMenuPublication(call: Call<typeof beginRoute>): Promise<Reply<typeof beginRoute>> {
  const { deps, storeId, body, caller, now } = call
  const { platform, merchantId } = body
  const places = await placesOfMenus(deps, [storeId])
  const place = places.find((one) => one.platform === platform && one.merchantId === merchantId)
  if (!place) throw new AppError('menu/no-merchant')
  const publicationId = await withStoreScope(deps.cells, [storeId], (tx) =>
    beginPublicationIn(tx, place, { byName: caller.name, now }),
  )
  return { publicationId }
}

/** A merchant of a store whose marketplace takes a whole menu from us. */
export interface PlaceOfMenus {
  readonly storeId: string
  readonly platform: Platform
  readonly merchantId: string
}

export async function placesOfMenus(
  { directory, marketplaces }: Pick<Deps, 'directory' | 'marketplaces'>,
  storeIds: readonly string[],
): Promise<readonly PlaceOfMenus[]> {
  if (storeIds.length === 0) return []
  const rows = await directory
    .selectFrom('merchant_routes')
    .select(['store_id as storeId', 'platform', 'merchant_id as merchantId'])
    .where('store_id', 'in', storeIds)
    .orderBy('platform')
    .orderBy('merchant_id')
    .execute()
  const takes = new Set<string>(
    marketplaces.configured.filter(({ publishing }) => publishing).map(({ platform }) => platform),
  )
  return rows.flatMap(({ platform, ...row }) =>
    isPlatform(platform) && takes.has(platform) ? [{ ...row, platform }] : [],
  )
}

/** Part of the transaction of what asks for it; the comparison follows it. Returns its id. */
export async function beginPublicationIn(
  tx: Transaction<Cell>,
  { storeId, platform, merchantId }: PlaceOfMenus,
  { byName, now }: { readonly byName: string; readonly now: Date },
): Promise<string> {
  const id = uuidv7()
  await forgetOld(tx, storeId, merchantId)
  await tx
    .insertInto('menu_publications')
    .values({
      store_id: storeId,
      id,
      platform,
      merchant_id: merchantId,
      asked_by_name: byName,
      asked_at: now,
    })
    .execute()
  await enqueuePublication(tx, { storeId, id, dueAt: now })
  return id
}

/** The menu is kept as a version, so that what was published can be looked at later. */
export async function confirmMenuPublication(
  call: Call<typeof confirmRoute>,
): Promise<Reply<typeof confirmRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  const id = params.publicationId
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    const publication = await publicationIn(tx, storeId, id, ['ready'])
    const menu = await menuNow(tx, storeId)
    if (menu.hash !== body.menu || menu.hash !== publication.menu)
      throw new AppError('menu/changed-meanwhile')
    const ticked = new Set(body.ticked)
    const parts = (await partsOf(tx, storeId, id)).filter(({ change }) => ticked.has(change.key))
    const renames = publication.categories.some(({ before }) => before !== null)
    if (parts.length === 0 && !renames) {
      const message = 'Marque ao menos uma mudança.'
      throw new AppError('validation/refused', { details: [{ path: 'ticked', message }] })
    }
    await keepEdits(tx, storeId, menu, { now })
    await sql`
      update menu_publication_parts set chosen = true
      where store_id = ${storeId} and publication_id = ${id}
        and position = any (${parts.map(({ position }) => position)}::integer[])`.execute(tx)
    await beginWriting(tx, { storeId, publication, now })
    // A price that somebody changed there is wished again: a person asked for it.
    const priced = parts.filter(({ change }) => change.fields.some(({ field }) => field === 'channelPrice'))
    await wishItems(
      tx,
      storeId,
      priced.flatMap(({ itemId }) => itemId ?? []),
      { now, again: 'price' },
    )
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/published',
      storeId,
      subject: publication.platform,
      details: { publicationId: id, merchantId: publication.merchantId, items: parts.length },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
  })
  return { publicationId: id }
}

/** What is left, and what was refused: it may have been mended there. */
export async function resumeMenuPublication(
  call: Call<typeof resumeRoute>,
): Promise<Reply<typeof resumeRoute>> {
  const { deps, storeId, params, now } = call
  const id = params.publicationId
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    const publication = await publicationIn(tx, storeId, id, ['stopped', 'done'])
    const { rows } = await sql`
      update menu_publication_parts set state = 'waiting', problem = null
      where store_id = ${storeId} and publication_id = ${id} and chosen and state = 'refused'
      returning position`.execute(tx)
    if (publication.state === 'done' && rows.length === 0) throw new AppError('menu/publication-not-ready')
    await beginWriting(tx, { storeId, publication, now })
  })
  return { publicationId: id }
}

/** Throws menu/publication-not-ready in another state. */
async function publicationIn(
  tx: Transaction<Cell>,
  storeId: string,
  id: string,
  states: readonly Publication['state'][],
): Promise<Publication> {
  const publication = await publicationOf(tx, storeId, id)
  if (!publication) throw new AppError('menu/publication-not-found')
  if (!states.includes(publication.state)) throw new AppError('menu/publication-not-ready')
  return publication
}

/** Throws menu/publication-under-way while another one writes to this merchant. The menu is locked. */
export async function beginWriting(
  tx: Transaction<Cell>,
  {
    storeId,
    publication,
    now,
  }: { readonly storeId: string; readonly publication: Publication; readonly now: Date },
): Promise<void> {
  const { id, merchantId } = publication
  const other = await tx
    .selectFrom('menu_publications')
    .select('id')
    .where('store_id', '=', storeId)
    .where('merchant_id', '=', merchantId)
    .where('state', 'in', ['writing', 'proving'])
    .executeTakeFirst()
  if (other) throw new AppError('menu/publication-under-way')
  await tx
    .updateTable('menu_publications')
    .set({ state: 'writing', problem: null, tries: 0, confirmed_at: now, ended_at: null })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
  await enqueuePublication(tx, { storeId, id, dueAt: now })
}

async function forgetOld(tx: Transaction<Cell>, storeId: string, merchantId: string): Promise<void> {
  await sql`
    delete from menu_publications where store_id = ${storeId} and id in (
      select id from menu_publications
      where store_id = ${storeId} and merchant_id = ${merchantId} and state not in ('writing', 'proving')
      order by asked_at desc offset ${publicationsKept})`.execute(tx)
}
