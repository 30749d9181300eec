import { copyKeeps } from '../../../contract/menu/copies.ts'
import { errorMessages } from '../../../contract/shared/error-messages.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Candidate } from '../difference/candidate.ts'
import { photosOf, withPhotos } from './photos-of-copy.ts'
import { takeMenu } from './take-menu.ts'

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
  const source = { storeId, name: from, candidate: sound, photos }
  const taking = { keeps: copyKeeps, byName, now: deps.now() }
  return withStoreScope(deps.cells, [targetId], async (tx) => {
    const taken = await takeMenu(tx, targetId, source, taking)
    return taken?.changes.length ?? 0
  })
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
