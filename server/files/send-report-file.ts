import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { reportFileTypes } from '../../contract/reports/files.ts'
import { csvReport } from './csv-report.ts'
import { pdfReport } from './pdf-report.ts'
import type { FileFormat, ReportDocument } from './report-document.ts'
import { xlsxReport } from './xlsx-report.ts'

/** Streams the report as a file; it is not stored. */
export function sendReportFile(reply: FastifyReply, document: ReportDocument, format: FileFormat): void {
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${document.name}.${format}"`)
    .type(format === 'csv' ? `${reportFileTypes.csv}; charset=utf-8` : reportFileTypes[format])
    .send(contentOf(document, format))
}

function contentOf(document: ReportDocument, format: FileFormat): Readable {
  switch (format) {
    case 'csv':
      return Readable.from(csvReport(document), { objectMode: false })
    case 'xlsx':
      return xlsxReport(document)
    case 'pdf':
      return pdfReport(document)
  }
}
