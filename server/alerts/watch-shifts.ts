import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { baselinesOf } from './baselines.reads.ts'
import { lastHours, type StoreHour } from './last-hours.reads.ts'
import { lookAtShift, type Look } from './look-at-shift.ts'
import { unusualNow } from './unusual.rules.ts'

/**
 * Compares the last hour of each store with its own weekday and hour. Most stores cost a share of four reads; only one with
 * something unusual, or with an alert that is open, is looked at alone. One store's failure ages no other.
 */
export async function watchShifts(
  deps: Deps,
  storeIds: readonly string[],
  { signal, progressed }: { readonly signal: AbortSignal; readonly progressed: () => void },
): Promise<void> {
  for (let at = 0; at < storeIds.length; at += chunkSize) {
    const chunk = storeIds.slice(at, at + chunkSize)
    if (signal.aborted) return
    const looks = await withStoreScope(deps.cells, chunk, async (tx) => {
      const hours = await lastHours(tx, chunk, deps.now())
      const baselines = await baselinesOf(tx, hours)
      const open = await tx
        .selectFrom('shift_alerts')
        .select('store_id')
        .distinct()
        .where('store_id', 'in', chunk)
        .where((where) => where.or([where('ended_at', 'is', null), where('verdict', 'is', null)]))
        .execute()
      const withOpen = new Set(open.map((row) => row.store_id))
      return hours.flatMap((hour) => lookOf(hour, baselines.get(hour.storeId), withOpen))
    })
    for (const look of looks) {
      try {
        await lookAtShift(deps, look)
      } catch (error) {
        deps.log.warn({ err: error, storeId: look.storeId }, 'the shift of one store was not looked at')
      }
    }
    progressed()
  }
}

const chunkSize = 50
/** Every window, before the opening of the store is asked for. */
const ever = new Date(0)

function lookOf(
  hour: StoreHour,
  baseline: Look['baseline'] | undefined,
  withOpen: ReadonlySet<string>,
): Look[] {
  if (!baseline) return []
  const seen = unusualNow(hour.last, baseline, ever).length > 0
  return seen || withOpen.has(hour.storeId) ? [{ ...hour, baseline }] : []
}
