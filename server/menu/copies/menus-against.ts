import type { Transaction } from 'kysely'
import type { MenuChange } from '../../../contract/menu/changes.ts'
import type { MenuKeeps } from '../../../contract/menu/copies.ts'
import type { Cell } from '../../db/tables.ts'
import { candidateOfMenu } from '../difference/candidate-of-menu.ts'
import { readWholeMenu } from '../whole/read-whole-menu.ts'
import { menuChanges } from './take-menu.ts'

export interface AgainstMenu {
  readonly storeId: string
  /** Every difference, also those that stay with the store. */
  readonly all: readonly MenuChange[]
  /** What taking the menu would change. */
  readonly toTake: readonly MenuChange[]
}

const keepsNothing: MenuKeeps = { prices: false, hours: false, ownItems: false }

/** How the menus of stores differ from another store's. Needs the scope of them all. */
export async function menusAgainst(
  tx: Transaction<Cell>,
  { from, storeIds, keeps }: { from: string; storeIds: readonly string[]; keeps: MenuKeeps },
): Promise<readonly AgainstMenu[]> {
  const candidate = candidateOfMenu(await readWholeMenu(tx, from))
  const found: AgainstMenu[] = []
  for (const storeId of storeIds) {
    const menu = await readWholeMenu(tx, storeId)
    const changes = (kept: MenuKeeps) => menuChanges(menu, { candidate }, kept)
    found.push({ storeId, all: changes(keepsNothing), toTake: changes(keeps) })
  }
  return found
}
