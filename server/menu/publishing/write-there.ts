import { withStoreScope } from '../../db/scope.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { categoriesThere, type CategoriesThere } from './categories-there.ts'
import {
  enqueuePublication,
  notePart,
  notePublication,
  partsOf,
  photosThere,
  type PublicationPart,
} from './publication-rows.ts'
import type { PublishingRun } from './publishing-run.ts'
import { refusalWords } from './refusal-words.ts'
import type { WantedItem } from './wanted-item.rules.ts'

/** Less than an effect may take. */
const stretchMs = 15_000
/** No limit of these calls is published: 50 writes, then half a minute in which others write too. */
const maxWrites = 50
const restMs = 30_000

/** Writes what is waiting, in the order of the menu, and hands over to the proof. */
export async function writeThere(run: PublishingRun): Promise<void> {
  const { deps, storeId, publication } = run
  const { id } = publication
  const began = deps.now().getTime()
  const parts = await withStoreScope(deps.cells, [storeId], (tx) => partsOf(tx, storeId, id))
  const waiting = parts.filter(({ chosen, state }) => chosen && state === 'waiting')
  const categories = await categoriesThere(run, waiting)
  await takeStatuses(run, waiting)
  let writes = 0
  for (const part of waiting.filter((one) => !isStatusOnly(run, one))) {
    if (writes >= maxWrites || deps.now().getTime() - began > stretchMs) {
      await resumeLater(run, writes >= maxWrites ? restMs : 0)
      return
    }
    await writePart(run, part, categories)
    writes += 1
  }
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await notePublication(tx, { storeId, id }, { state: 'proving', tries: 0 })
    await enqueuePublication(tx, { storeId, id, dueAt: deps.now() })
  })
}

async function resumeLater(
  { deps, storeId, publication: { id } }: PublishingRun,
  afterMs: number,
): Promise<void> {
  const dueAt = new Date(deps.now().getTime() + afterMs)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await notePublication(tx, { storeId, id }, { tries: 0 })
    await enqueuePublication(tx, { storeId, id, dueAt })
  })
}

/** Only whether it is sold changes: of what is only there, and on the way back of what was new. */
const isStatusOnly = (
  { publication: { takesBack } }: PublishingRun,
  { change, before }: PublicationPart,
): boolean => change.kind === 'gone' || (takesBack !== null && change.kind === 'new' && before === null)

/** In one request each way. */
async function takeStatuses(run: PublishingRun, waiting: readonly PublicationPart[]): Promise<void> {
  const { publication, publishing } = run
  const back = publication.takesBack !== null
  const off = waiting.filter(({ change, before }) =>
    back ? change.kind === 'new' && before === null : change.kind === 'gone',
  )
  const on = back ? waiting.filter(({ change }) => change.kind === 'gone') : []
  for (const [parts, onSale] of [
    [off, false],
    [on, true],
  ] as const) {
    if (parts.length === 0) continue
    await tryParts(run, parts, () =>
      publishing.setStatuses(
        publication.merchantId,
        parts.map(({ partnerItemId }) => partnerItemId),
        onSale,
      ),
    )
  }
}

async function writePart(
  run: PublishingRun,
  part: PublicationPart,
  categories: CategoriesThere,
): Promise<void> {
  const { publication, publishing } = run
  const { merchantId } = publication
  await tryParts(run, [part], async () => {
    if (publication.takesBack !== null) {
      if (part.before !== null) await publishing.restoreItem(merchantId, part.before, !part.wasLinked)
    } else if (part.wanted !== null) await writeWanted(run, part, { wanted: part.wanted, categories })
  })
}

async function writeWanted(
  { deps, storeId, publication, publishing }: PublishingRun,
  part: PublicationPart,
  { wanted, categories }: { readonly wanted: WantedItem; readonly categories: CategoriesThere },
): Promise<void> {
  const { id, merchantId } = publication
  const { partnerItemId, position } = part
  const categoryId = categories.idOf(part.categoryCode ?? '')
  const kept = await publishing.readItem(merchantId, partnerItemId)
  // Before the first write, so that a run after this one keeps no document of ours.
  if (!part.beforeKept) await notePart(deps, { storeId, id, position }, { before: kept, before_kept: true })
  const photo = await photoThere({ deps, storeId, publication, publishing }, wanted.photoId)
  const { photoId: _, ...item } = wanted
  const written = {
    ...item,
    priceCents: part.wasLinked
      ? await priceNow({ deps, storeId, publication }, part, wanted)
      : wanted.priceCents,
    itemId: partnerItemId,
    linked: part.wasLinked,
    categoryId,
    photo,
    otherPlaces: categories.otherPlaces,
  }
  await publishing.writeItem(merchantId, written, kept)
}

/** A price that was changed since then is wished already, and stays. */
async function priceNow(
  { deps, storeId, publication }: Pick<PublishingRun, 'deps' | 'storeId' | 'publication'>,
  { itemId }: PublicationPart,
  { priceCents }: WantedItem,
): Promise<number | null> {
  if (priceCents === null) return null
  const row = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('menu_item_channels')
      .select('price_cents')
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('platform', '=', publication.platform)
      .where('merchant_id', '=', publication.merchantId)
      .executeTakeFirst(),
  )
  return row?.price_cents ?? priceCents
}

/** Where the photo is there; it is sent once. Null: the item has none. */
async function photoThere(
  { deps, storeId, publication, publishing }: PublishingRun,
  photoId: string | null,
): Promise<string | null> {
  if (photoId === null) return null
  const { platform, merchantId } = publication
  const { path, photo } = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    path: (await photosThere(tx, storeId, publication)).get(photoId),
    photo: await tx
      .selectFrom('menu_photos')
      .select(['content_type', 'bytes'])
      .where('store_id', '=', storeId)
      .where('id', '=', photoId)
      .executeTakeFirst(),
  }))
  if (path !== undefined || !photo) return path ?? null
  const sent = await publishing.uploadPhoto(merchantId, {
    contentType: photo.content_type,
    bytes: photo.bytes,
  })
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .insertInto('menu_photos_there')
      .values({ store_id: storeId, platform, merchant_id: merchantId, photo_id: photoId, path: sent })
      .onConflict((conflict) => conflict.constraint('menu_photos_there_pkey').doUpdateSet({ path: sent }))
      .execute(),
  )
  return sent
}

/** What the marketplace refuses is noted at its part; what it does not answer is tried again by the whole. */
async function tryParts(
  { deps, storeId, publication }: PublishingRun,
  parts: readonly PublicationPart[],
  write: () => Promise<void>,
): Promise<void> {
  const note = async (change: Parameters<typeof notePart>[2]) => {
    for (const { position } of parts) await notePart(deps, { storeId, id: publication.id, position }, change)
  }
  try {
    await write()
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    await note({ state: 'refused', problem: refusalWords(error) })
    return
  }
  await note({ state: 'sent', problem: null })
}
