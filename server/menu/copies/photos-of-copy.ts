import type { Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Candidate } from '../difference/candidate.ts'

export interface Photo {
  readonly id: string
  readonly content_type: string
  readonly bytes: Buffer
}

export async function photosOf(
  deps: Pick<Deps, 'cells'>,
  storeId: string,
  { items }: Candidate,
): Promise<readonly Photo[]> {
  const ids = [...new Set(items.flatMap((item) => item.photoId ?? []))]
  if (ids.length === 0) return []
  return withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('menu_photos')
      .select(['id', 'content_type', 'bytes'])
      .where('store_id', '=', storeId)
      .where('id', 'in', ids)
      .execute(),
  )
}

/** A photo that was deleted since then is not copied; nor is "no photo", so that a store keeps its own. */
export const withPhotos = (candidate: Candidate, kept: ReadonlySet<string>): Candidate => ({
  ...candidate,
  items: candidate.items.map((item) => {
    if (typeof item.photoId === 'string' && kept.has(item.photoId)) return item
    const { photoId: _photoId, ...rest } = item
    return rest
  }),
})

export async function putPhotos(
  tx: Transaction<Cell>,
  storeId: string,
  photos: readonly Photo[],
): Promise<void> {
  for (const photo of photos)
    await tx
      .insertInto('menu_photos')
      .values({ store_id: storeId, ...photo })
      .onConflict((conflict) => conflict.constraint('menu_photos_pkey').doNothing())
      .execute()
}
