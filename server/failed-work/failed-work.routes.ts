import * as contract from '../../contract/failed-work/failed-work.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readFailedRows, replayFailedRow } from './failed-rows.ts'

export const failedWorkRoutes: readonly ServedRoute[] = [
  on(contract.readFailedRows, readFailedRows),
  on(contract.replayFailedRow, replayFailedRow),
]
