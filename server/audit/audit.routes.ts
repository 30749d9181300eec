import * as contract from '../../contract/audit/audit.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { exportAudit } from './export-audit.ts'
import { readAudit } from './read-audit.ts'

export const auditRoutes: readonly ServedRoute[] = [
  on(contract.readAudit, readAudit),
  on(contract.exportAudit, exportAudit),
]
