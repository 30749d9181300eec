import type * as contract from '../../contract/audit/audit.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readEachCell } from '../db/many-stores.ts'
import { actorsOf, entryOf, namesOf, readAuditPage, refusedIn } from './audit.reads.ts'

const pageRows = 50

export async function readAudit({
  deps,
  stores,
  query,
  now,
}: Call<typeof contract.readAudit>): Promise<Reply<typeof contract.readAudit>> {
  const storeIds = stores.map((store) => store.storeId)
  const page = await readAuditPage(deps, { ...query, storeIds }, query.after ?? null, pageRows)
  const actors = await actorsOf(deps, storeIds)
  const storeNames = await readEachCell(deps.cells, storeIds, (tx, ids) =>
    tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', ids).execute(),
  )
  const subjects = page.rows.flatMap(({ subject }) => subject ?? [])
  const names = await namesOf(deps.directory, [...new Set([...actors, ...subjects])])
  return {
    entries: page.rows.map((row) => entryOf(row, names)),
    next: page.next,
    refused: query.after
      ? []
      : [
          ...(await refusedIn(
            deps.directory,
            new Map(storeNames.flat().map(({ id, name }) => [id, name])),
            now,
          )),
        ],
    people: actors
      .flatMap((uid) => {
        const name = names.get(uid)
        return name ? [{ uid, name }] : []
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
  }
}
