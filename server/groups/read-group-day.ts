import { roleMeets } from '../../contract/shared/access.ts'
import type { readGroupDay as readGroupDayRoute } from '../../contract/groups/group-day.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { AppError } from '../errors/app-error.ts'
import { readStoresDay } from '../reports/reports.ts'
import { asReader, readGroups } from './groups.reads.ts'

/** For managers of at least one of the stores; of the others only their number is said. */
export async function readGroupDay(
  call: Call<typeof readGroupDayRoute>,
): Promise<Reply<typeof readGroupDayRoute>> {
  const { deps, caller, params, query, now } = call
  const [group] = await asReader(deps, caller, (tx, reader) => readGroups(tx, reader, { slug: params.slug }))
  if (!group) throw new AppError('group/not-found')
  const managed = group.stores
    .map(({ id }) => id)
    .filter((id) => roleMeets(caller.access.get(id) ?? 'basic', 'manager'))
  if (managed.length === 0) throw new AppError('permission/denied')
  const { day, comparison, comparedDay } = query
  return {
    group,
    otherStores: group.stores.length + group.hiddenStores - managed.length,
    ...(await readStoresDay({ deps, now }, managed, { day, comparison, comparedDay })),
  }
}
