import { folded } from '../../../contract/shared/folded.ts'
import type { MenuDocument } from '../../../contract/menu/menu-document.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { candidateOfMenu } from '../difference/candidate-of-menu.ts'
import type { Candidate } from '../difference/candidate.ts'
import { readWholeMenu } from '../whole/read-whole-menu.ts'
import { keepEdits, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import { photosOf, withPhotos, type Photo } from './photos-of-copy.ts'

/** Another store's menu, as stores take it. */
export interface MenuSource {
  readonly storeId: string
  /** The store's name. */
  readonly name: string
  readonly candidate: Candidate
  readonly photos: readonly Photo[]
}

interface Wanted {
  readonly from: string
  /** Its name; null: the whole menu. */
  readonly category: string | null
  /** Absent: as it is now. */
  readonly version?: number | undefined
}

/** Throws menu/version-not-found for one that is no longer kept, and menu/category-not-found. */
export async function menuSource(deps: Pick<Deps, 'cells'>, wanted: Wanted): Promise<MenuSource> {
  const { from, category, version } = wanted
  const { name, menu } = await withStoreScope(deps.cells, [from], async (tx) => {
    const store = await tx.selectFrom('stores').select('name').where('id', '=', from).executeTakeFirst()
    if (!store) throw new AppError('store/not-found')
    if (version === undefined) return { name: store.name, menu: await readWholeMenu(tx, from) }
    const kept = await tx
      .selectFrom('menu_versions')
      .select('document')
      .where('store_id', '=', from)
      .where('number', '=', version)
      .executeTakeFirst()
    if (!kept) throw new AppError('menu/version-not-found')
    return { name: store.name, menu: JSON.parse(kept.document) as MenuDocument }
  })
  const candidate = candidateOfMenu(category === null ? menu : onlyCategory(menu, category))
  const photos = await photosOf(deps, from, candidate)
  return {
    storeId: from,
    name,
    candidate: withPhotos(
      // What a category does not have is not gone.
      category === null ? candidate : { ...candidate, partial: true },
      new Set(photos.map((photo) => photo.id)),
    ),
    photos,
  }
}

/** Keeps the store's menu as it is now and returns the number of that version. */
export const keepMenuOf = (
  deps: Pick<Deps, 'cells'>,
  storeId: string,
  { byName, now }: { readonly byName: string; readonly now: Date },
): Promise<number> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    return keepEdits(tx, storeId, await menuNow(tx, storeId), { now, byName })
  })

function onlyCategory(menu: MenuDocument, name: string): MenuDocument {
  const categories = menu.categories.filter((category) => folded(category.name) === folded(name))
  if (categories.length === 0) throw new AppError('menu/category-not-found')
  return { ...menu, categories, otherItems: [] }
}
