import { sql, type Transaction } from 'kysely'
import { beyond } from '../db/clock-margin.ts'
import { changeManyStores } from '../db/many-stores.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { promptKinds, type EffectKind } from './effects.ts'
import { claimMs, maxPostponementMs } from './relay.ts'

/**
 * After the clock was set back: what was claimed is free again after the time of one claim, because it may still run,
 * and what was postponed or should have left at once is due.
 */
export async function bringForwardEffects(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const now = deps.now()
  const [lastClaim, lastTry] = [beyond(now, claimMs), beyond(now, maxPostponementMs)]
  await changeManyStores(deps.cells, storeIds, async (tx, ids) => {
    await sql`
      update outbox set
        claimed_until = case when claimed_until > ${lastClaim} then ${new Date(now.getTime() + claimMs)} else claimed_until end,
        due_at = case when due_at > ${lastTry} then ${now} else due_at end
      where store_id = any (${ids}::uuid[]) and dead_at is null
        and (claimed_until > ${lastClaim}
          or (due_at > ${lastTry} and (attempts > 0 or kind = any (${promptKinds}::text[]))))`.execute(tx)
  })
}

/** Effects of this kind whose key begins with `keyPrefix` are due at this time, if they would be due later. */
export async function bringForward(
  tx: Transaction<Cell>,
  kind: EffectKind,
  {
    storeId,
    keyPrefix,
    dueAt,
  }: { readonly storeId: string; readonly keyPrefix: string; readonly dueAt: Date },
): Promise<void> {
  await sql`
    update outbox set due_at = ${dueAt}
    where store_id = ${storeId} and kind = ${kind} and key is not null and starts_with(key, ${keyPrefix})
      and dead_at is null and due_at > ${dueAt}`.execute(tx)
}
