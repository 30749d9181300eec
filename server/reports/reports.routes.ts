import type { FastifyInstance } from 'fastify'
import * as forecast from '../../contract/report-forecast.ts'
import * as mails from '../../contract/report-mails.ts'
import * as quality from '../../contract/report-quality.ts'
import * as contract from '../../contract/reports.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { dailyDocument } from './daily-document.ts'
import { readDailyReport } from './daily-report.ts'
import { readForecast } from './forecast/read-forecast.ts'
import { previewReportMail, readReportMails, saveReportMails } from './mails/choose-report-mails.ts'
import { qualityDocument } from './quality/quality-document.ts'
import { readQualityReport } from './quality/read-quality-report.ts'
import { saveQualityTargets } from './quality/save-quality-targets.ts'
import { serveReport } from './serve-report.ts'

export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  serveReport(app, deps, contract.readDailyReport, { read: readDailyReport, document: dailyDocument })
  serveReport(app, deps, quality.readQualityReport, { read: readQualityReport, document: qualityDocument })
  serve(app, deps, quality.saveQualityTargets, saveQualityTargets)
  serve(app, deps, forecast.readForecast, readForecast)
  serve(app, deps, mails.readReportMails, readReportMails)
  serve(app, deps, mails.saveReportMails, saveReportMails)
  serve(app, deps, mails.previewReportMail, previewReportMail)
}
