import type { MenuImport, readMenuImport as readMenuImportRoute } from '../../../contract/menu/import-menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { menuNow } from '../whole/keep-version.ts'
import type { Candidate } from '../difference/candidate.ts'
import { differenceOf } from '../difference/menu-difference.rules.ts'
import { photosOfImport } from './photos.reads.ts'

/** Compared with the menu of this moment each time, so that a change meanwhile is shown when it is read again. */
export async function readMenuImport(
  call: Call<typeof readMenuImportRoute>,
): Promise<Reply<typeof readMenuImportRoute>> {
  const { deps, storeId, params } = call
  const { row, menu, photos } = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    row: await tx
      .selectFrom('menu_imports')
      .select([
        'kind',
        'subject',
        'found_as',
        'state',
        'step',
        'problem',
        'candidate',
        'asked_by_name',
        'asked_at',
      ])
      .where('store_id', '=', storeId)
      .where('id', '=', params.importId)
      .executeTakeFirst(),
    menu: await menuNow(tx, storeId),
    photos: await photosOfImport(tx, storeId, params.importId),
  }))
  if (!row) throw new AppError('menu/import-not-found')
  const candidate = row.candidate === null ? null : (JSON.parse(row.candidate) as Candidate)
  return {
    id: params.importId,
    kind: row.kind as MenuImport['kind'],
    subject: row.subject,
    foundAs: row.found_as as MenuImport['foundAs'],
    state: row.state as MenuImport['state'],
    step: row.step,
    problem: row.problem,
    items: candidate?.items.length ?? 0,
    changes: candidate && row.state === 'ready' ? differenceOf(menu.document, candidate) : [],
    leftOut: [...(candidate?.problems ?? [])],
    photos,
    menu: menu.hash,
    askedByName: row.asked_by_name,
    askedAt: row.asked_at.toISOString(),
  }
}
