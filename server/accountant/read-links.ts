import type {
  AccountantFile,
  readAccountantLinks as readAccountantLinksRoute,
} from '../../contract/accountant/accountant.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryScope } from '../db/scope.ts'

export async function readAccountantLinks({
  deps,
  stores,
  now,
}: Call<typeof readAccountantLinksRoute>): Promise<Reply<typeof readAccountantLinksRoute>> {
  const ids = stores.map(({ storeId }) => storeId)
  const rows = await withDirectoryScope(deps.directory, ids, (tx) =>
    tx
      .selectFrom('accountant_links')
      .selectAll()
      .where('store_id', 'in', ids)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('made_at', 'desc')
      .orderBy('store_id')
      .execute(),
  )
  const links = Map.groupBy(rows, ({ id }) => id)
  return {
    links: [...links.values()].flatMap((parts) => {
      const [first] = parts
      if (!first) return []
      const used = parts.flatMap(({ used_at: at }) => at?.getTime() ?? [])
      return [
        {
          id: first.id,
          name: first.name,
          files: first.files as AccountantFile[],
          storeIds: parts.map((part) => part.store_id),
          madeBy: first.made_by_name,
          madeAt: first.made_at.toISOString(),
          expiresAt: first.expires_at.toISOString(),
          usedAt: used.length === 0 ? null : new Date(Math.max(...used)).toISOString(),
        },
      ]
    }),
  }
}
