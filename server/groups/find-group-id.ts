import type {
  findGroupAddress as findAddressRoute,
  findGroupIdBySlug as findRoute,
} from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { reservedSlugs } from '../../contract/shared/reserved-slugs.ts'
import type { Call } from '../calls/call.ts'
import type { Deps } from '../deps.ts'
import { quarantineDays } from './group-writes.ts'

/** Says what `claimSlug` would for a new group: the id is any group's, as the customer's document has it. */
export async function findGroupIdBySlug(call: Call<typeof findRoute>): Promise<Reply<typeof findRoute>> {
  const { deps, caller, params, now } = call
  if (reservedSlugs.has(params.slug)) return { data: null, unavailable: 'reserved' }
  const row = await addressOf(deps, params.slug)
  if (!row || row.group_id !== null) return { data: row?.group_id ?? null, unavailable: null }
  const freeFrom = (row.freed_at?.getTime() ?? 0) + quarantineDays * 86_400_000
  const isResting = row.freed_by !== caller.uid && freeFrom >= now.getTime()
  return { data: null, unavailable: isResting ? 'resting' : null }
}

export async function findGroupAddress({
  deps,
  params,
}: Call<typeof findAddressRoute>): Promise<Reply<typeof findAddressRoute>> {
  const row = await addressOf(deps, params.slug)
  return { exists: row !== undefined && (row.group_id ?? row.former_of) !== null }
}

const addressOf = ({ directory }: Pick<Deps, 'directory'>, slug: string) =>
  directory
    .selectFrom('group_slugs')
    .select(['group_id', 'former_of', 'freed_at', 'freed_by'])
    .where('slug', '=', slug)
    .executeTakeFirst()
