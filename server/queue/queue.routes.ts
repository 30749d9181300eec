import * as contract from '../../contract/queue/queue.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readFailedRows, replayFailedRow } from './failed-rows.ts'

export const queueRoutes: readonly ServedRoute[] = [
  on(contract.readFailedRows, readFailedRows),
  on(contract.replayFailedRow, replayFailedRow),
]
