import * as contract from '../../contract/alerts/alerts.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { snoozeAlerts, trustAlerts } from './decide-rule.ts'
import { judgeAlert } from './judge-alert.ts'
import { readAlerts } from './read-alerts.ts'

export const alertsRoutes: readonly ServedRoute[] = [
  on(contract.readAlerts, readAlerts),
  on(contract.judgeAlert, judgeAlert),
  on(contract.snoozeAlerts, snoozeAlerts),
  on(contract.trustAlerts, trustAlerts),
]
