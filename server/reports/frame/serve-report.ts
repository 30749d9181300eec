import type * as z from 'zod/mini'
import type { ReportFormat } from '../../../contract/reports/period.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { on, sentAlready, type Call, type ServedRoute } from '../../calls/call.ts'
import type { ReportDocument } from '../../files/report-document.ts'
import { sendReportFile } from '../../files/send-report-file.ts'

export interface ServedReport<T extends Route> {
  readonly read: (call: Call<T>) => Promise<z.input<T['reply']>>
  /** The same figures as tables; may read rows that the reply contains only in part. */
  readonly document: (report: z.input<T['reply']>, call: Call<T>) => ReportDocument | Promise<ReportDocument>
}

/** A call that returns JSON or, with `format`, a file made from the same reply. */
export const serveReport = <T extends Route>(route: T, report: ServedReport<T>): ServedRoute =>
  on(route, async (call) => {
    const answer = await report.read(call)
    const { format } = call.query as { format: ReportFormat }
    if (format === 'json') return answer
    sendReportFile(call.reply, await report.document(answer, call), format)
    return sentAlready
  })
