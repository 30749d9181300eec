import type { Transaction } from 'kysely'
import type { MenuDocument } from '../../../contract/menu/menu-document.ts'
import type {
  MenuVersion,
  readMenuVersion as readMenuVersionRoute,
  readMenuVersions as readMenuVersionsRoute,
} from '../../../contract/menu/versions.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { candidateOfMenu } from '../difference/candidate-of-menu.ts'
import { differenceOf } from '../difference/menu-difference.rules.ts'
import { menuNow } from '../whole/keep-version.ts'

export async function readMenuVersions(
  call: Call<typeof readMenuVersionsRoute>,
): Promise<Reply<typeof readMenuVersionsRoute>> {
  const { deps, storeId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { hash } = await menuNow(tx, storeId)
    const rows = await versionRows(tx, storeId).orderBy('number', 'desc').execute()
    const current = rows.find((row) => row.hash === hash)?.number
    return { versions: rows.map((row) => viewOf(row, row.number === current)) }
  })
}

export async function readMenuVersion(
  call: Call<typeof readMenuVersionRoute>,
): Promise<Reply<typeof readMenuVersionRoute>> {
  const { deps, storeId, params } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { document, hash } = await menuNow(tx, storeId)
    const row = await versionRows(tx, storeId)
      .select('document')
      .where('number', '=', params.number)
      .executeTakeFirst()
    if (!row) throw new AppError('menu/version-not-found')
    const version = JSON.parse(row.document) as MenuDocument
    return {
      version: viewOf(row, row.hash === hash),
      // Going back is exact: it asks no lock.
      changes: differenceOf(withoutLocks(document), candidateOfMenu(version)),
      menu: hash,
    }
  })
}

const versionRows = (tx: Transaction<Cell>, storeId: string) =>
  tx
    .selectFrom('menu_versions')
    .select(['number', 'cause', 'subject', 'by_name', 'at', 'hash', 'items'])
    .where('store_id', '=', storeId)

interface VersionRow {
  readonly number: number
  readonly cause: string
  readonly subject: string
  readonly by_name: string
  readonly at: Date
  readonly items: number
}

const viewOf = (row: VersionRow, current: boolean): MenuVersion => ({
  number: row.number,
  cause: row.cause as MenuVersion['cause'],
  subject: row.subject,
  byName: row.by_name,
  at: row.at.toISOString(),
  items: row.items,
  current,
})

function withoutLocks(menu: MenuDocument): MenuDocument {
  const free = (items: MenuDocument['otherItems']) => items.map((item) => ({ ...item, locks: [] }))
  return {
    ...menu,
    categories: menu.categories.map((category) => ({ ...category, items: free(category.items) })),
    otherItems: free(menu.otherItems),
  }
}
