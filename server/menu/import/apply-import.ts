import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { applyMenuImport as applyMenuImportRoute } from '../../../contract/menu/import-menu.ts'
import { menuDocument, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { keepEdits, keepVersion, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'
import type { Candidate } from '../difference/candidate.ts'
import { wantPhotos } from './import-photos.ts'
import { pairsOf } from '../difference/menu-difference.rules.ts'
import { withChanges } from '../difference/with-changes.rules.ts'

/** All ticked changes or none, onto the menu that the person saw. */
export async function applyMenuImport(
  call: Call<typeof applyMenuImportRoute>,
): Promise<Reply<typeof applyMenuImportRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  const { importId } = params
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    const { candidate, kind, subject } = await readyImport(tx, storeId, importId)
    const menu = await menuNow(tx, storeId)
    if (menu.hash !== body.menu) throw new AppError('menu/changed-meanwhile')
    const asked = new Set(body.ticked)
    const pairs = pairsOf(menu.document, candidate).filter(({ change }) => asked.has(change.key))
    const ticked = new Set(pairs.map(({ change }) => change.key))
    const next = checkedMenu(withChanges(menu.document, candidate, (key) => ticked.has(key)))
    const before = await keepEdits(tx, storeId, menu, { now })
    await writeWholeMenu(tx, storeId, next, { now, ...(kind === 'marketplace' ? { readFrom: subject } : {}) })
    await keepVersion(tx, storeId, { cause: 'import', subject, byName: caller.name, now })
    const photos = await wantPhotos(tx, { storeId, importId, now }, pairs)
    await tx
      .updateTable('menu_imports')
      .set({ state: 'applied', candidate: null })
      .where('store_id', '=', storeId)
      .where('id', '=', importId)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/imported',
      storeId,
      subject,
      details: { importId, changed: ticked.size, photos, before },
      requestId,
      at: now,
    })
    return { changed: ticked.size, photos, before }
  })
}

async function readyImport(
  tx: Transaction<Cell>,
  storeId: string,
  importId: string,
): Promise<{ candidate: Candidate; kind: string; subject: string }> {
  const row = await tx
    .selectFrom('menu_imports')
    .select(['state', 'candidate', 'kind', 'subject'])
    .where('store_id', '=', storeId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('menu/import-not-found')
  const { state, candidate, kind, subject } = row
  if (state !== 'ready' || candidate === null) throw new AppError('menu/import-not-ready')
  return { candidate: JSON.parse(candidate) as Candidate, kind, subject }
}

/** Ticks may make two items meet under one name: then nothing is changed, and the person reads why. */
export function checkedMenu(menu: MenuDocument): MenuDocument {
  const parsed = z.safeParse(menuDocument, menu)
  if (parsed.success) return parsed.data
  const messages = new Set(parsed.error.issues.map((issue) => issue.message))
  throw new AppError('validation/refused', {
    message: [...messages].slice(0, 3).join(' '),
    details: [...messages].slice(0, 20).map((message) => ({ path: 'ticked', message })),
  })
}
