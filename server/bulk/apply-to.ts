import type { Transaction } from 'kysely'
import type { BulkAction, BulkKind } from '../../contract/bulk/bulk.ts'
import type { Platform } from '../../contract/shared/channels.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { ActionOf, Outcome, PartCall } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'
import { unsupportedIn } from './unsupported.ts'

type Applied = Outcome & { readonly unsupported: Platform[] }

/**
 * Does the act in one store: the steps outside its rows first, then `work`'s transaction. Rehearsed, the first only looks. Throws
 * AppError where the store refuses.
 */
export async function prepared<K extends BulkKind>(
  deps: Deps,
  part: PartCall,
  given: BulkAction & { readonly kind: K },
  { rehearsed }: { readonly rehearsed: boolean },
): Promise<(tx: Transaction<Cell>) => Promise<Applied>> {
  const kind = kindOf<K>(given.kind)
  const action = given as unknown as ActionOf<K>
  const outside = await (rehearsed ? kind.foresee : kind.prepare)?.(deps, part, action)
  return async (tx) => {
    // A kind without `prepare` has nothing prepared.
    const outcome = await kind.apply(tx, part, action, outside ?? (null as never))
    return { ...outcome, unsupported: await unsupportedIn(tx, deps, part.storeId, given) }
  }
}
