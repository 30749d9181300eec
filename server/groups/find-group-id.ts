import { takenOutOfSight, type findGroupIdBySlug as findRoute } from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { reservedSlugs } from '../../contract/shared/reserved-slugs.ts'
import type { Call } from '../calls/call.ts'
import { quarantineDays } from './group-writes.ts'
import { asReader, readGroups } from './groups.reads.ts'

/** Says what `claimSlug` would: a form learns that an address is taken, and nothing of whose it is. */
export async function findGroupIdBySlug(call: Call<typeof findRoute>): Promise<Reply<typeof findRoute>> {
  const { deps, caller, params, now } = call
  if (reservedSlugs.has(params.slug)) return takenOutOfSight
  return asReader(deps, caller, async (tx, reader) => {
    const row = await tx
      .selectFrom('group_slugs')
      .select(['group_id', 'freed_at', 'freed_by'])
      .where('slug', '=', params.slug)
      .executeTakeFirst()
    if (!row) return null
    if (row.group_id === null) {
      const freeFrom = (row.freed_at?.getTime() ?? 0) + quarantineDays * 86_400_000
      if (row.freed_by === caller.uid || freeFrom < now.getTime()) return null
    }
    const [visible] = await readGroups(tx, reader, { slug: params.slug })
    return visible?.id ?? takenOutOfSight
  })
}
