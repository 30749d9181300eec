import type { StoresReport } from '../../../contract/reports/stores.ts'
import type { ReportContext } from '../frame/report-frame.tsx'
import { StoresScatter } from './stores-pictures.tsx'
import { StoresTable } from './stores-table.tsx'

/** The sections below the figures of the stores. */
export function StoresBlocks({
  report,
  context,
}: {
  readonly report: StoresReport
  readonly context: ReportContext
}) {
  return (
    <>
      <StoresTable report={report} context={context} />
      {report.rows.length > 1 ? <StoresScatter rows={report.rows} /> : null}
    </>
  )
}
