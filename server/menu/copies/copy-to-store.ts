import type { Transaction } from 'kysely'
import { errorMessages } from '../../../contract/shared/error-messages.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { checkedMenu } from '../import/apply-import.ts'
import type { Candidate } from '../difference/candidate.ts'
import { differenceOf } from '../difference/menu-difference.rules.ts'
import { withChanges } from '../difference/with-changes.rules.ts'
import { keepEdits, keepVersion, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'

/** A store's own prices stay. */
const how = { keep: new Set(['priceCents'] as const) }

/**
 * The effect: one store takes the copy, all of it or nothing. A second run finds nothing left to change. What the
 * store has and the copy has not stays.
 */
export async function copyToStore(
  deps: Deps,
  storeId: string,
  copyId: string,
  targetId: string,
): Promise<void> {
  const copy = await waitingCopy(deps, storeId, copyId, targetId)
  if (!copy) return
  try {
    const changed = await takeCopy(deps, storeId, targetId, copy)
    await note(deps, { storeId, copyId, targetId }, { state: 'done', changed, problem: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.extras.message ?? errorMessages[error.code]
    await note(deps, { storeId, copyId, targetId }, { state: 'failed', problem })
  }
}

/** After the last attempt. */
export const noteCopyFailed = (
  deps: Deps,
  storeId: string,
  copyId: string,
  targetId: string,
): Promise<void> =>
  note(
    deps,
    { storeId, copyId, targetId },
    { state: 'failed', problem: 'Não deu para copiar para esta loja agora. Tente de novo.' },
  )

interface WaitingCopy {
  readonly candidate: Candidate
  readonly from: string
  readonly byName: string
}

const waitingCopy = (
  deps: Deps,
  storeId: string,
  copyId: string,
  targetId: string,
): Promise<WaitingCopy | null> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('menu_copies')
      .innerJoin('menu_copy_targets', (join) =>
        join
          .onRef('menu_copy_targets.store_id', '=', 'menu_copies.store_id')
          .onRef('menu_copy_targets.copy_id', '=', 'menu_copies.id'),
      )
      .innerJoin('stores', 'stores.id', 'menu_copies.store_id')
      .select(['menu_copies.candidate', 'menu_copies.asked_by_name', 'stores.name'])
      .where('menu_copies.store_id', '=', storeId)
      .where('menu_copies.id', '=', copyId)
      .where('menu_copy_targets.target_id', '=', targetId)
      .where('menu_copy_targets.state', '=', 'waiting')
      .executeTakeFirst()
    if (!row) return null
    return { candidate: JSON.parse(row.candidate) as Candidate, from: row.name, byName: row.asked_by_name }
  })

async function takeCopy(
  deps: Deps,
  storeId: string,
  targetId: string,
  { candidate, from, byName }: WaitingCopy,
): Promise<number> {
  const photos = await photosOf(deps, storeId, candidate)
  const sound = withPhotos(candidate, new Set(photos.map((photo) => photo.id)))
  const now = deps.now()
  return withStoreScope(deps.cells, [targetId], async (tx) => {
    await lockMenuOf(tx, targetId)
    const menu = await menuNow(tx, targetId)
    const changes = differenceOf(menu.document, sound, how).filter(
      ({ kind, fields }) => kind === 'new' || (kind === 'changed' && fields.length > 0),
    )
    if (changes.length === 0) return 0
    const keys = new Set(changes.map(({ key }) => key))
    const next = checkedMenu(withChanges(menu.document, sound, (key) => keys.has(key), how))
    await keepEdits(tx, targetId, menu, { now })
    await putPhotos(tx, targetId, photos)
    await writeWholeMenu(tx, targetId, next, { now })
    await keepVersion(tx, targetId, { cause: 'copy', subject: from, byName, now })
    return changes.length
  })
}

interface Photo {
  readonly id: string
  readonly content_type: string
  readonly bytes: Buffer
}

async function photosOf(deps: Deps, storeId: string, { items }: Candidate): Promise<readonly Photo[]> {
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
const withPhotos = (candidate: Candidate, kept: ReadonlySet<string>): Candidate => ({
  ...candidate,
  items: candidate.items.map((item) => {
    if (typeof item.photoId === 'string' && kept.has(item.photoId)) return item
    const { photoId: _photoId, ...rest } = item
    return rest
  }),
})

async function putPhotos(tx: Transaction<Cell>, storeId: string, photos: readonly Photo[]): Promise<void> {
  for (const photo of photos)
    await tx
      .insertInto('menu_photos')
      .values({ store_id: storeId, ...photo })
      .onConflict((conflict) => conflict.constraint('menu_photos_pkey').doNothing())
      .execute()
}

async function note(
  deps: Deps,
  { storeId, copyId, targetId }: { storeId: string; copyId: string; targetId: string },
  change: { readonly state: string; readonly changed?: number; readonly problem: string | null },
): Promise<void> {
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('menu_copy_targets')
      .set({ ...change, ended_at: deps.now() })
      .where('store_id', '=', storeId)
      .where('copy_id', '=', copyId)
      .where('target_id', '=', targetId)
      .where('state', '=', 'waiting')
      .execute(),
  )
}
