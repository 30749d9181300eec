import { v7 as uuidv7 } from 'uuid'
import { alertSentence } from '../../contract/alerts/alert-words.ts'
import { hourMs, minuteMs } from '../../contract/shared/durations.ts'
import { localParts } from '../../contract/shared/day.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { tell } from '../notifications/notifications.ts'
import { storesById, type StoreRow } from '../stores/stores.ts'
import { alertOf, type AlertRow } from './alert-view.ts'
import { rulesOf } from './alert-rules.reads.ts'
import type { Baseline } from './baseline.rules.ts'
import { linesBetween, type StoreHour } from './last-hours.reads.ts'
import { openSince, wasOpenAllAlong } from './open-since.reads.ts'
import { unusualNow, usualOf, windowMinutes, type Unusual } from './unusual.rules.ts'
import { judgedAt, verdictOf } from './verdict.rules.ts'

export interface Look extends StoreHour {
  readonly baseline: Baseline
}

/** One thing that lasts is one alert, also where it flickers. */
const raisedAgainAfterMs = 2 * hourMs

/** Raises what is unusual, ends what is over, judges what the data can say. One transaction, and one look at a time for a store. */
export async function lookAtShift(deps: Deps, look: Look): Promise<void> {
  const { now } = look.last
  await withStoreScope(deps.cells, [look.storeId], async (tx) => {
    const [row] = await storesById(tx, [look.storeId], now)
    if (!row) return
    await tx.selectFrom('stores').select('id').where('id', '=', look.storeId).forNoKeyUpdate().execute()
    const recent = await tx
      .selectFrom('shift_alerts')
      .selectAll()
      .where('store_id', '=', look.storeId)
      .where((where) =>
        where.or([
          where('ended_at', 'is', null),
          where('verdict', 'is', null),
          where('raised_at', '>', new Date(now.getTime() - raisedAgainAfterMs)),
        ]),
      )
      .execute()
    const since = await openSince(tx, row, now)
    const found = since ? unusualNow(look.last, look.baseline, since) : []
    for (const alert of recent) {
      if (alert.ended_at === null && isOver(alert, look, { found, open: since !== null }))
        await setOf(tx, alert, { ended_at: now })
      if (alert.verdict === null && judgedAt(alert.from_at, alert.raised_at) <= now)
        await judgeByData(tx, alert, look, row)
    }
    for (const unusual of found)
      if (recent.every(({ kind, raised_at: at }) => kind !== unusual.kind || isLongAgo(at, now)))
        await raise(tx, look, unusual)
  })
}

const isLongAgo = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > raisedAgainAfterMs

/** Over once the store is closed, or once the last twenty minutes are as usual. */
function isOver(
  { kind, platform }: AlertRow,
  { last, baseline }: Look,
  { found, open }: { readonly found: readonly Unusual[]; readonly open: boolean },
): boolean {
  if (!open) return true
  if (found.some((one) => one.kind === kind)) return false
  const [minutes] = windowMinutes
  const what = { kind, platform } as Pick<Unusual, 'kind' | 'platform'>
  const from = new Date(last.now.getTime() - minutes * minuteMs)
  const lines =
    kind === 'many-cancelled'
      ? last.cancelled.filter((at) => at > from)
      : last.orders.filter((order) => order.at > from && (platform === null || order.platform === platform))
  return verdictOf(what.kind, lines.length, usualOf(what, baseline, minutes, last)) === 'wrong'
}

async function raise(tx: StoreTransaction, look: Look, { kind, platform, from, counted, usual }: Unusual) {
  const { storeId, day, timezone, last } = look
  const rules = await rulesOf(tx, [storeId], last.now)
  const rule = rules.get(storeId)?.find((one) => one.kind === kind)
  const row = await tx
    .insertInto('shift_alerts')
    .values({
      store_id: storeId,
      id: uuidv7(),
      kind,
      platform,
      business_day: day,
      from_at: from,
      raised_at: last.now,
      counted,
      usual,
      // One that is over reads as none.
      told: !rule?.snoozedUntil && !rule?.muted,
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'kind']).where('ended_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row?.told) return
  const words = alertSentence(alertOf(row), timezone)
  await tell(
    tx,
    storeId,
    { event: 'unusual-shift', orderId: row.id, displayId: words, minutes: null },
    last.now,
  )
}

/** From the alert's beginning, by what was usual then. `unknown` where the store closed in between. */
async function judgeByData(
  tx: StoreTransaction,
  alert: AlertRow,
  { storeId, timezone, day, baseline, last }: Look,
  row: StoreRow,
): Promise<void> {
  const until = judgedAt(alert.from_at, alert.raised_at)
  const what = { kind: alert.kind, platform: alert.platform } as Pick<Unusual, 'kind' | 'platform'>
  const known = alert.business_day === day && (await wasOpenAllAlong(tx, row, alert.from_at, until))
  const lines = known ? await linesBetween(tx, [{ storeId, day }], alert.from_at, until) : []
  const counted = lines.filter(
    ({ cancelled, platform }) =>
      cancelled === (what.kind === 'many-cancelled') &&
      (what.platform === null || platform === what.platform),
  ).length
  const minutes = (until.getTime() - alert.from_at.getTime()) / minuteMs
  await setOf(tx, alert, {
    verdict: known
      ? verdictOf(what.kind, counted, usualOf(what, baseline, minutes, localParts(until, timezone)))
      : 'unknown',
    judged_at: last.now,
  })
}

const setOf = (
  tx: StoreTransaction,
  { store_id: storeId, id }: AlertRow,
  change: Partial<Pick<AlertRow, 'ended_at' | 'verdict' | 'judged_at'>>,
) => tx.updateTable('shift_alerts').set(change).where('store_id', '=', storeId).where('id', '=', id).execute()
