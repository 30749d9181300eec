import { alertHistoryMs, alertKinds, type AlertRule } from '../../contract/alerts/alerts.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { trustOf } from './trust.rules.ts'

/** By store: what each kind was worth in the last sixty days, whether it is silenced, and what people decided about it. */
export async function rulesOf(
  tx: StoreTransaction,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly AlertRule[]>> {
  const judged = await tx
    .selectFrom('shift_alerts')
    .select(['store_id', 'kind', 'verdict', 'raised_at'])
    .where('store_id', 'in', [...storeIds])
    .where('raised_at', '>', new Date(now.getTime() - alertHistoryMs))
    .where('verdict', 'is not', null)
    .orderBy('raised_at', 'desc')
    .execute()
  const decided = await tx
    .selectFrom('alert_rules')
    .selectAll()
    .where('store_id', 'in', [...storeIds])
    .execute()
  return new Map(
    storeIds.map((storeId) => [
      storeId,
      alertKinds.map((kind): AlertRule => {
        const rule = decided.find((one) => one.store_id === storeId && one.kind === kind)
        const own = judged
          .filter((one) => one.store_id === storeId && one.kind === kind)
          .map((one) => ({ verdict: one.verdict as 'right' | 'wrong' | 'unknown', raisedAt: one.raised_at }))
        const snoozedUntil = rule?.snoozed_until && rule.snoozed_until > now ? rule.snoozed_until : null
        return {
          kind,
          snoozedUntil: snoozedUntil?.toISOString() ?? null,
          ...trustOf(own, rule?.trusted_from ?? null),
          version: rule?.version ?? 0,
        }
      }),
    ]),
  )
}
