import type { Transaction } from 'kysely'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { isPlatform, marketplaces, type Platform } from '../../contract/shared/channels.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { kindOf } from './kinds/kinds.ts'

/** Connected marketplaces of the store that take no such order from us. */
export async function unsupportedIn(
  tx: Transaction<Cell>,
  deps: Pick<Deps, 'marketplaces'>,
  storeId: string,
  action: BulkAction,
): Promise<Platform[]> {
  const chosen = action.kind === 'menu' ? (action.channels ?? []) : null
  const facet = chosen && chosen.length > 0 ? 'publishing' : kindOf(action.kind).facet
  if (facet === null) return []
  const rows = await tx
    .selectFrom('integrations')
    .select('type')
    .where('store_id', '=', storeId)
    .where('status', '=', 'active')
    .where('type', 'in', marketplaces)
    .orderBy('type')
    .execute()
  const without = deps.marketplaces.configured.filter((one) => !one[facet]).map(({ platform }) => platform)
  return rows
    .map(({ type }) => type)
    .filter(isPlatform)
    .filter((type) => without.includes(type) && (chosen === null || chosen.includes(type)))
}
