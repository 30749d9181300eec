import { sql, type Transaction } from 'kysely'
import { photoBytesLimit } from '../../../contract/menu/edit-item.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { redraw, type Picture } from '../../children/redraw-picture.ts'
import { PageRefusedError, readPublicPage, type PageRefusal } from '../../safe-fetch/read-public-page.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { storePhoto } from '../editing/store-photo.ts'
import { amendImport, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import type { Pair } from '../difference/menu-difference.rules.ts'

/** Of one import: the photos of a large menu, within what one store may keep. */
const maxPhotos = 1_000
const atOnce = 4
/** Further photos wait for an effect of their own: one may take half a minute. */
const roundMs = 12_000
const photoMs = 8_000
const maxTries = 3
const sizes = { maxBytes: 5 * 1024 * 1024, maxBytesKept: photoBytesLimit, side: 1_600 }
/** Many servers of pictures do not say what they send; what is inside decides. */
const types = [
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/webp',
  'application/octet-stream',
  'binary/octet-stream',
]

/** Notes the photos of what was just imported; the commit begins to fetch them. Returns how many. */
export async function wantPhotos(
  tx: Transaction<Cell>,
  { storeId, importId, now }: { readonly storeId: string; readonly importId: string; readonly now: Date },
  pairs: readonly Pair[],
): Promise<number> {
  const rows = pairs.flatMap(photoOf).slice(0, maxPhotos)
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into menu_import_photos (store_id, import_id, item_id, address)
    select ${storeId}, ${importId}, i.id, r.address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, address text)
      join menu_items i on i.store_id = ${storeId} and i.product_key = r.key
    on conflict do nothing`.execute(tx)
  await enqueue(tx, 'menu-photos', {}, { storeId, lane: importId, dueAt: now })
  return Number(numAffectedRows ?? 0)
}

/** By the name and code that the item has after the import. */
function photoOf({ change, current, candidate }: Pair): { readonly key: string; readonly address: string }[] {
  const differs = (field: string) => change.fields.some((one) => one.field === field)
  if (!candidate?.photoUrl || !differs('photo')) return []
  const code = current && !differs('externalCode') ? current.externalCode : candidate.externalCode
  const name = current && !differs('name') ? current.name : candidate.name
  return [{ key: productKey(code, name), address: candidate.photoUrl }]
}

interface Wanted {
  readonly itemId: string
  readonly address: string
}

type Fetched = Wanted & ({ readonly photo: Picture } | { readonly photo: null; readonly problem: string })

/** The effect: fetches photos for a while, and leaves the rest to the next one. A photo that fails stops no other. */
export async function fetchPhotos(deps: Deps, storeId: string, importId: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const some = await nextPhotos(deps, storeId, importId)
    if (some.length === 0) return
    const fetched = await Promise.all(some.map((one) => fetchPhoto(deps, storeId, one)))
    const late = performance.now() - startedAt > roundMs
    await withStoreScope(deps.cells, [storeId], async (tx) => {
      const now = deps.now()
      await lockMenuOf(tx, storeId)
      const before = await menuNow(tx, storeId)
      const kept = await keepPhotos(tx, { storeId, importId, now }, fetched)
      if (late) await enqueue(tx, 'menu-photos', {}, { storeId, lane: importId, dueAt: now })
      if (kept === 0) return
      await amendImport(tx, storeId, before)
      await menuChanged(tx, storeId, now)
    })
    if (late) return
  }
}

/** The menu goes back to what it was before: photos that are still on their way stay away. Returns how many. */
export async function stopPhotos(tx: Transaction<Cell>, storeId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('menu_import_photos')
    .set({ state: 'failed', problem: 'O cardápio voltou a uma versão anterior.' })
    .where('store_id', '=', storeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** After the last attempt. */
export async function notePhotosFailed(deps: Deps, storeId: string, importId: string): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) =>
    failWaiting(tx, storeId, importId)
      .execute()
      .then(() => undefined),
  )
}

async function nextPhotos(deps: Deps, storeId: string, importId: string): Promise<readonly Wanted[]> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await failWaiting(tx, storeId, importId).where('attempts', '>=', maxTries).execute()
    const { rows } = await sql<Wanted>`
      update menu_import_photos set attempts = attempts + 1
      where store_id = ${storeId} and import_id = ${importId} and item_id in (
        select item_id from menu_import_photos
        where store_id = ${storeId} and import_id = ${importId} and state = 'waiting'
        order by item_id limit ${atOnce} for update skip locked)
      returning item_id as "itemId", address`.execute(tx)
    return rows
  })
}

const failWaiting = (tx: Transaction<Cell>, storeId: string, importId: string) =>
  tx
    .updateTable('menu_import_photos')
    .set({ state: 'failed', problem: 'Não deu para buscar esta foto agora.' })
    .where('store_id', '=', storeId)
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')

async function fetchPhoto(deps: Deps, storeId: string, wanted: Wanted): Promise<Fetched> {
  try {
    const { bytes } = await readPublicPage(wanted.address, {
      types,
      trustedOrigins: deps.env.MENU_IMPORT_ORIGINS,
      maxBytes: sizes.maxBytes,
      maxMs: photoMs,
    })
    const photo = await redraw(bytes, sizes, storeId)
    return photo
      ? { ...wanted, photo }
      : { ...wanted, photo: null, problem: 'O arquivo não é uma foto PNG, JPEG ou WebP.' }
  } catch (error) {
    if (!(error instanceof PageRefusedError)) throw error
    deps.log.info({ err: error, storeId }, 'a photo was not read')
    return { ...wanted, photo: null, problem: refusals[error.reason] }
  }
}

const refusals: Record<PageRefusal, string> = {
  address: 'O endereço da foto não serve.',
  'not-public': 'O endereço da foto não fica na internet aberta.',
  unreachable: 'O endereço da foto não respondeu.',
  redirects: 'O endereço da foto leva a outros sem parar.',
  status: 'A foto não está mais nesse endereço.',
  type: 'O arquivo não é uma foto PNG, JPEG ou WebP.',
  'too-large': 'A foto passa de 5\u00a0MB.',
  'too-slow': 'A foto demorou demais para chegar.',
}

/** A photo that the item got meanwhile stays, and so does one that the store locked. Returns how many are new. */
async function keepPhotos(
  tx: Transaction<Cell>,
  { storeId, importId, now }: { readonly storeId: string; readonly importId: string; readonly now: Date },
  fetched: readonly Fetched[],
): Promise<number> {
  const ids = fetched.map(({ itemId }) => itemId).toSorted()
  const { rows } = await sql<{ id: string; free: boolean }>`
    select i.id, i.photo_id is null and not 'photo' = any (i.locks) and p.state = 'waiting' as free
    from menu_items i
      join menu_import_photos p on p.store_id = i.store_id and p.item_id = i.id and p.import_id = ${importId}
    where i.store_id = ${storeId} and i.id = any (${ids}::uuid[]) order by i.id for update of i`.execute(tx)
  const free = new Set(rows.flatMap((row) => (row.free ? [row.id] : [])))
  let kept = 0
  for (const one of fetched) {
    const taken = one.photo !== null && free.has(one.itemId)
    if (taken) {
      kept += 1
      await tx
        .updateTable('menu_items')
        .set({ photo_id: await storePhoto(tx, storeId, one.photo), updated_at: now })
        .where('store_id', '=', storeId)
        .where('id', '=', one.itemId)
        .execute()
    }
    await tx
      .updateTable('menu_import_photos')
      .set(
        one.photo === null
          ? { state: 'failed', problem: one.problem }
          : { state: taken ? 'done' : 'kept', problem: null },
      )
      .where('store_id', '=', storeId)
      .where('import_id', '=', importId)
      .where('item_id', '=', one.itemId)
      .where('state', '=', 'waiting')
      .execute()
  }
  return kept
}
