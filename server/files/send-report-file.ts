import type { FastifyReply } from 'fastify'
import { reportFileTypes } from '../../contract/shared/file-types.ts'
import { filePool } from './file-pool.ts'
import type { FileFormat, ReportDocument } from './report-document.ts'

/** Streams the report as a file; it is not stored. Throws `server/overloaded` when too many files wait. */
export function sendReportFile(reply: FastifyReply, document: ReportDocument, format: FileFormat): void {
  const file = filePool().make(document, format)
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${document.name}.${format}"`)
    .type(format === 'csv' ? `${reportFileTypes.csv}; charset=utf-8` : reportFileTypes[format])
    .send(file)
}
