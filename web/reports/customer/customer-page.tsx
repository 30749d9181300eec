import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { readCustomerReport, type CustomerReport } from '../../../contract/reports/customer.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeferredSection } from '../frame/deferred-section.tsx'
import blocks from '../frame/blocks.module.css'
import { CallList, CustomerBase } from './customer-base.tsx'
import { CustomerCohorts } from './customer-cohorts.tsx'
import { CustomerExportDialog, type ExportChoice } from './customer-export-dialog.tsx'
import { CustomerSegments } from './customer-segments.tsx'
import { CustomerKinds, TopCustomers } from './customer-tables.tsx'
import { ReportFrame, ReportSkeleton, SectionsSkeleton } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/customer')
const title = 'Clientes'
/** Heights of the sections below the first figures: segments, cohorts, top customers. */
const heights = [320, 460, 420]

/** Who buys, who came back, who is missing, and what to do about it. */
export function CustomerPage() {
  usePageTitle(title)
  const search = route.useSearch()
  return (
    <ReportFrame
      title={title}
      route={readCustomerReport}
      search={search}
      skeleton={<ReportSkeleton sections={heights} />}
    >
      {(report, context) => <Customers report={report} selection={context.query.selection} />}
    </ReportFrame>
  )
}

function Customers({
  report,
  selection,
}: {
  readonly report: CustomerReport
  readonly selection: string | undefined
}) {
  const [exporting, setExporting] = useState<ExportChoice | null>(null)
  if (report.closedThrough === null && report.preparing > 0) return <PreparationNotice report={report} />
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <CallList report={report} onExport={(segment) => setExporting(segment ? { segment } : {})} />
        <div className={blocks.beside}>
          <CustomerBase report={report} />
          <CustomerKinds report={report} />
        </div>
      </div>
      <DeferredSection skeleton={<SectionsSkeleton heights={heights} />}>
        {() => (
          <>
            <CustomerSegments report={report} />
            <CustomerCohorts report={report} />
            <TopCustomers report={report} />
          </>
        )}
      </DeferredSection>
      {exporting ? (
        <CustomerExportDialog choice={exporting} selection={selection} onClose={() => setExporting(null)} />
      ) : null}
    </div>
  )
}

function PreparationNotice({ report }: { readonly report: CustomerReport }) {
  return (
    <>
      <CustomerKinds report={report} />
      <EmptyState icon="clock" title="A base de clientes está sendo somada">
        O Balcão soma os dias que já fecharam, começando pelos mais antigos. Esta página se completa sozinha
        em alguns minutos.
      </EmptyState>
    </>
  )
}
