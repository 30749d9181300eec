import type { Deps } from '../deps.ts'
import type { EffectHandlers } from '../outbox/effects.ts'
import { claimEffects, runEffect } from '../outbox/relay.ts'

/** Runs the due effects of these stores once, without the worker, and returns how many were tried. */
export async function relayOutbox(
  deps: Deps,
  storeIds: readonly string[],
  handlers: Partial<EffectHandlers>,
): Promise<number> {
  const rows = await claimEffects(
    deps,
    storeIds.map((storeId) => ({ storeId, most: 50 })),
    { most: 50, suspects: true },
  )
  await Promise.all(rows.map((row) => runEffect(deps, handlers, row)))
  return rows.length
}
