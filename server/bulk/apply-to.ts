import type { Transaction } from 'kysely'
import type { BulkAction, BulkKind } from '../../contract/bulk/bulk.ts'
import type { Platform } from '../../contract/shared/channels.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { ActionOf, Outcome, PartCall } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'
import { unsupportedIn } from './unsupported.ts'

/** Does the act in one store, in its transaction. Throws AppError where the store refuses. */
export async function applyTo<K extends BulkKind>(
  tx: Transaction<Cell>,
  deps: Pick<Deps, 'marketplaces'>,
  part: PartCall,
  action: BulkAction & { readonly kind: K },
): Promise<Outcome & { readonly unsupported: Platform[] }> {
  const outcome = await kindOf<K>(action.kind).apply(tx, part, action as unknown as ActionOf<K>)
  return { ...outcome, unsupported: await unsupportedIn(tx, deps, part.storeId, action) }
}
