import type {
  ComputerSystem,
  FoundPrinter,
  readAvailablePrinters as readAvailablePrintersRoute,
} from '../../../contract/printing/printer-search.ts'
import type { AvailablePrinter } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { agentsOf, isOnline } from '../settings/printers.reads.ts'
import { searchState } from './search.rules.ts'

export async function readAvailablePrinters(
  call: Call<typeof readAvailablePrintersRoute>,
): Promise<Reply<typeof readAvailablePrintersRoute>> {
  const { deps, storeId, now } = call
  const agents = await withStoreScope(deps.cells, [storeId], (tx) => agentsOf(tx, storeId))
  return {
    agents: agents
      .filter((agent) => agent.token_hash !== null)
      .map((agent) => ({
        agentId: agent.id,
        name: agent.name,
        online: isOnline(agent, now),
        system: agent.system as ComputerSystem | null,
        networks: agent.networks,
        printers: agent.available as AvailablePrinter[],
        search: searchState(agent, now),
        searchedAt: agent.searched_at?.toISOString() ?? null,
        found: agent.found as FoundPrinter[],
      })),
  }
}
