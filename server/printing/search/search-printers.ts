import type { searchPrinters as searchPrintersRoute } from '../../../contract/printing/printer-search.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { isOnline } from '../settings/printers.reads.ts'
import { searchState } from './search.rules.ts'

/** Kept as a wish of each computer, which reads it with its next heartbeat. A running search is not begun again. */
export async function searchPrinters(
  call: Call<typeof searchPrintersRoute>,
): Promise<Reply<typeof searchPrintersRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const agents = await tx
      .selectFrom('print_agents')
      .select(['id', 'last_seen_at', 'search_asked_at', 'searched_at'])
      .where('store_id', '=', storeId)
      .where('token_hash', 'is not', null)
      .where('system', 'is not', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    const online = agents.filter((agent) => isOnline(agent, now))
    if (online.length === 0) throw new AppError('print/no-computer')
    const free = online.filter((agent) => searchState(agent, now) !== 'running').map(({ id }) => id)
    if (free.length > 0)
      await tx
        .updateTable('print_agents')
        .set({ search_asked_at: now })
        .where('store_id', '=', storeId)
        .where('id', 'in', free)
        .execute()
    return { computers: online.length }
  })
}
