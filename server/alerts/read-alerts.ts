import {
  alertHistoryMs,
  maxJudgedAlerts,
  type readAlerts as readAlertsRoute,
} from '../../contract/alerts/alerts.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readEachCell } from '../db/many-stores.ts'
import { alertOf } from './alert-view.ts'
import { rulesOf } from './alert-rules.reads.ts'
import { baselinesOf } from './baselines.reads.ts'
import { lastHours } from './last-hours.reads.ts'

export async function readAlerts({
  deps,
  stores,
  now,
}: Call<typeof readAlertsRoute>): Promise<Reply<typeof readAlertsRoute>> {
  const ids = stores.map(({ storeId }) => storeId)
  const cells = await readEachCell(deps.cells, ids, async (tx, here) => {
    const days = await lastHours(tx, here, now)
    const baselines = await baselinesOf(tx, days)
    const rules = await rulesOf(tx, here, now)
    const rows = await tx
      .selectFrom('shift_alerts')
      .selectAll()
      .where('store_id', 'in', here)
      .where('raised_at', '>', new Date(now.getTime() - alertHistoryMs))
      .orderBy('raised_at', 'desc')
      .execute()
    const alerts = Map.groupBy(rows, (row) => row.store_id)
    return days.map(({ storeId, timezone }) => {
      const own = (alerts.get(storeId) ?? []).map(alertOf)
      const isOpen = ({ endedAt, verdict }: (typeof own)[number]) => endedAt === null || verdict === null
      return {
        storeId,
        timezone,
        samples: baselines.get(storeId)?.samples ?? 0,
        open: own.filter(isOpen),
        judged: own.filter((alert) => !isOpen(alert)).slice(0, maxJudgedAlerts),
        rules: [...(rules.get(storeId) ?? [])],
      }
    })
  })
  return { generatedAt: now.toISOString(), stores: cells.flat() }
}
