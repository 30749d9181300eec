import { sql } from 'kysely'
import type {
  AlertKind,
  AlertRule,
  snoozeAlerts as snoozeRoute,
  trustAlerts as trustRoute,
} from '../../contract/alerts/alerts.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { rulesOf } from './alert-rules.reads.ts'

export async function snoozeAlerts(call: Call<typeof snoozeRoute>): Promise<Reply<typeof snoozeRoute>> {
  const { deps, storeId, body, now } = call
  const { kind, minutes, version } = body
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    if (minutes === null && !(await ruleOf(tx, storeId, kind, now)).snoozedUntil)
      throw new AppError('alert/not-snoozed')
    const until = minutes === null ? null : new Date(now.getTime() + minutes * minuteMs)
    await decide(tx, call, { kind, version, change: { snoozed_until: until } })
    await noteOf(tx, call, minutes === null ? 'alerts/woken' : 'alerts/snoozed', { kind, minutes })
    return ruleOf(tx, storeId, kind, now)
  })
}

export async function trustAlerts(call: Call<typeof trustRoute>): Promise<Reply<typeof trustRoute>> {
  const { deps, storeId, body, now } = call
  const { kind, version } = body
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    if (!(await ruleOf(tx, storeId, kind, now)).muted) throw new AppError('alert/not-muted')
    await decide(tx, call, { kind, version, change: { trusted_from: now } })
    await noteOf(tx, call, 'alerts/trusted', { kind })
    return ruleOf(tx, storeId, kind, now)
  })
}

type Deciding = Call<typeof snoozeRoute> | Call<typeof trustRoute>

interface Decision {
  readonly kind: AlertKind
  readonly version: number
  readonly change: { readonly snoozed_until?: Date | null; readonly trusted_from?: Date }
}

/** Version 0: nobody decided anything about this kind before. */
async function decide(
  tx: StoreTransaction,
  { storeId, now }: Deciding,
  { kind, version, change }: Decision,
): Promise<void> {
  const saved =
    version === 0
      ? await tx
          .insertInto('alert_rules')
          .values({ store_id: storeId, kind, ...change })
          .onConflict((conflict) => conflict.constraint('alert_rules_pkey').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('alert_rules')
          .set({ ...change, version: sql<number>`version + 1` })
          .where('store_id', '=', storeId)
          .where('kind', '=', kind)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) throw new AppError('alert/stale-rule', { current: await ruleOf(tx, storeId, kind, now) })
}

const noteOf = (
  tx: StoreTransaction,
  { caller, storeId, requestId, now }: Deciding,
  action: 'alerts/snoozed' | 'alerts/woken' | 'alerts/trusted',
  details: { readonly kind: AlertKind; readonly minutes?: number | null },
) => audit(tx, { actorUid: caller.uid, action, storeId, subject: details.kind, details, requestId, at: now })

async function ruleOf(tx: StoreTransaction, storeId: string, kind: AlertKind, now: Date): Promise<AlertRule> {
  const rules = await rulesOf(tx, [storeId], now)
  const rule = rules.get(storeId)?.find((one) => one.kind === kind)
  if (!rule) throw new Error(`no rule of ${kind}`)
  return rule
}
