import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/reports.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readDailyReport } from './daily-report.ts'

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readDailyReport, readDailyReport)
}
