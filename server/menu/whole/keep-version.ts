import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { documentItems, type MenuDocument } from '../../../contract/menu/menu-document.ts'
import { versionsKept, type MenuVersion } from '../../../contract/menu/versions.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { readWholeMenu } from './read-whole-menu.ts'

interface NewVersion {
  readonly cause: Exclude<MenuVersion['cause'], 'start' | 'edits'>
  readonly subject: string
  readonly byName: string
  readonly now: Date
}

/** The menu of this moment: two equal menus are the same bytes. */
export interface MenuNow {
  readonly document: MenuDocument
  readonly text: string
  readonly hash: string
}

export async function menuNow(tx: Transaction<Cell>, storeId: string): Promise<MenuNow> {
  const document = await readWholeMenu(tx, storeId)
  const text = JSON.stringify(document)
  return { document, text, hash: createHash('sha256').update(text).digest('hex') }
}

/** Keeps other writers of the menu out until the commit; the first statement of a change that reads the whole menu. */
export async function lockMenuOf(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
}

/** Keeps what the menu has just become, and returns its number. */
export async function keepVersion(
  tx: Transaction<Cell>,
  storeId: string,
  { cause, subject, byName, now }: NewVersion,
): Promise<number> {
  const menu = await menuNow(tx, storeId)
  return insertVersion(tx, storeId, menu, { cause, subject: subject.slice(0, 300), byName, at: now })
}

/**
 * Keeps what people wrote since the last version, if it is not kept yet, and returns the number of the version that
 * the menu is in.
 */
export async function keepEdits(
  tx: Transaction<Cell>,
  storeId: string,
  menu: MenuNow,
  { now, byName = '' }: { readonly now: Date; readonly byName?: string },
): Promise<number> {
  const last = await lastVersion(tx, storeId)
  if (last?.hash === menu.hash) return last.number
  const cause = last ? 'edits' : 'start'
  return insertVersion(tx, storeId, menu, { cause, subject: '', byName, at: now })
}

/** Photos of an import belong to its version, as long as nothing else changed since: `before` is the menu without them. */
export async function amendImport(
  tx: Transaction<Cell>,
  storeId: string,
  before: Pick<MenuNow, 'hash'>,
): Promise<void> {
  const last = await lastVersion(tx, storeId)
  if (last?.hash !== before.hash || last.cause !== 'import') return
  const { hash, text } = await menuNow(tx, storeId)
  await tx
    .updateTable('menu_versions')
    .set({ hash, document: text })
    .where('store_id', '=', storeId)
    .where('number', '=', last.number)
    .execute()
}

/** Runs a quarter of an hour after the first edit. */
export async function keepEditsOfMenu(deps: Deps, storeId: string): Promise<void> {
  const since = await withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => (await lastVersion(tx, storeId))?.at,
  )
  const byName = await namesOfEditors(deps, storeId, since ?? new Date(0))
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockMenuOf(tx, storeId)
    await keepEdits(tx, storeId, await menuNow(tx, storeId), { now, byName })
  })
}

async function namesOfEditors(deps: Deps, storeId: string, since: Date): Promise<string> {
  const actors = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select('actor_uid')
      .distinct()
      .where('store_id', '=', storeId)
      .where('action', 'like', 'menu/%')
      .where('at', '>', since)
      .limit(3)
      .execute(),
  )
  const uids = actors.flatMap(({ actor_uid: uid }) => uid ?? [])
  if (uids.length === 0) return ''
  const people = await deps.directory
    .selectFrom('users')
    .select('name')
    .where('uid', 'in', uids)
    .orderBy('name')
    .execute()
  return people.map((one) => one.name).join(', ')
}

const lastVersion = (tx: Transaction<Cell>, storeId: string) =>
  tx
    .selectFrom('menu_versions')
    .select(['number', 'hash', 'at', 'cause'])
    .where('store_id', '=', storeId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

async function insertVersion(
  tx: Transaction<Cell>,
  storeId: string,
  { document, text, hash }: MenuNow,
  its: {
    readonly cause: MenuVersion['cause']
    readonly subject: string
    readonly byName: string
    readonly at: Date
  },
): Promise<number> {
  const number = ((await lastVersion(tx, storeId))?.number ?? 0) + 1
  await tx
    .insertInto('menu_versions')
    .values({
      store_id: storeId,
      number,
      cause: its.cause,
      subject: its.subject,
      by_name: its.byName,
      at: its.at,
      items: documentItems(document).length,
      hash,
      document: text,
    })
    .execute()
  await tx
    .deleteFrom('menu_versions')
    .where('store_id', '=', storeId)
    .where('number', '<=', number - versionsKept)
    .execute()
  return number
}
