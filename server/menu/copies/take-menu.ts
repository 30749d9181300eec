import type { Transaction } from 'kysely'
import type { ItemField, MenuChange } from '../../../contract/menu/changes.ts'
import type { MenuKeeps } from '../../../contract/menu/copies.ts'
import type { MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Cell } from '../../db/tables.ts'
import { differenceOf } from '../difference/menu-difference.rules.ts'
import { withChanges } from '../difference/with-changes.rules.ts'
import { checkedMenu } from '../import/apply-import.ts'
import { keepEdits, keepVersion, lockMenuOf, menuNow } from '../whole/keep-version.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'
import type { MenuSource } from './menu-source.ts'
import { putPhotos } from './photos-of-copy.ts'

interface Taking {
  readonly keeps: MenuKeeps
  readonly byName: string
  readonly now: Date
}

export interface TakenMenu {
  readonly changes: readonly MenuChange[]
  /** Items that still differ in what was written, read back. */
  readonly differing: number
  /** The version that the menu was in before. */
  readonly before: number
  /** Of the menu after it. */
  readonly hash: string
}

/** All of it or nothing; null: the store has it already. A second run finds nothing left to change. */
export async function takeMenu(
  tx: Transaction<Cell>,
  storeId: string,
  { name, candidate, photos }: MenuSource,
  { keeps, byName, now }: Taking,
): Promise<TakenMenu | null> {
  await lockMenuOf(tx, storeId)
  const menu = await menuNow(tx, storeId)
  const changes = menuChanges(menu.document, { candidate }, keeps)
  if (changes.length === 0) return null
  const keys = new Set(changes.map(({ key }) => key))
  const next = checkedMenu(withChanges(menu.document, candidate, (key) => keys.has(key), comparing(keeps)))
  const before = await keepEdits(tx, storeId, menu, { now })
  await putPhotos(tx, storeId, photos)
  await writeWholeMenu(tx, storeId, next, { now })
  await keepVersion(tx, storeId, { cause: 'copy', subject: name, byName, now })
  const after = await menuNow(tx, storeId)
  return {
    changes,
    differing: menuChanges(after.document, { candidate }, keeps).length,
    before,
    hash: after.hash,
  }
}

/** What taking the menu would change. */
export const menuChanges = (
  current: MenuDocument,
  { candidate }: Pick<MenuSource, 'candidate'>,
  keeps: MenuKeeps,
): readonly MenuChange[] =>
  differenceOf(current, candidate, comparing(keeps)).filter(
    ({ kind, fields }) => kind === 'new' || (kind === 'gone' ? !keeps.ownItems : fields.length > 0),
  )

function comparing({ prices, hours }: MenuKeeps) {
  const keep = new Set<ItemField>()
  if (prices) keep.add('priceCents')
  if (hours) keep.add('availability')
  return { keep }
}
