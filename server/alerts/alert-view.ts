import type { Selectable } from 'kysely'
import type { Alert } from '../../contract/alerts/alerts.ts'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { ShiftAlerts } from '../db/tables.generated.ts'

export type AlertRow = Selectable<ShiftAlerts>

export const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  kind: row.kind as Alert['kind'],
  platform: row.platform !== null && isPlatform(row.platform) ? row.platform : null,
  from: row.from_at.toISOString(),
  to: row.raised_at.toISOString(),
  day: row.business_day,
  counted: row.counted,
  usual: row.usual,
  endedAt: row.ended_at?.toISOString() ?? null,
  told: row.told,
  verdict: row.verdict as Alert['verdict'],
  judgedByName: row.judged_by_name,
})
