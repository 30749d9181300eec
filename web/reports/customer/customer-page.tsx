import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  readCustomerReport,
  type CustomerReport,
  type CustomerSegment,
} from '../../../contract/reports/customer.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { plural } from '../../words/format.ts'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { CustomerBase } from './customer-base.tsx'
import { CustomerCohorts } from './customer-cohorts.tsx'
import { CustomerExportDialog, type ExportChoice } from './customer-export-dialog.tsx'
import { CustomerSegments } from './customer-segments.tsx'
import styles from './customer-page.module.css'
import { customerSentence, dayLabel } from './customer.rules.ts'
import { CustomerKinds, TopCustomers } from './customer-tables.tsx'
import { ReportFrame, ReportSkeleton } from '../frame/report-frame.tsx'

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
      skeleton={<ReportSkeleton cards={4} blocks={[320, ...heights]} />}
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
  const exportSegment = (segment: CustomerSegment) => setExporting({ segment })
  if (report.closedThrough === null && report.preparing > 0) return <PreparationNotice report={report} />
  return (
    <>
      <p className={styles.say}>{customerSentence(report)}</p>
      <p className={styles.known}>
        {report.closedThrough === null ? null : (
          <span>Base de clientes até {dayLabel(report.closedThrough)}, o último dia fechado</span>
        )}
        {report.preparing > 0 ? (
          <Pill tone="info">
            {plural(report.preparing, 'loja ainda está sendo somada', 'lojas ainda estão sendo somadas')}
          </Pill>
        ) : null}
        <Button icon="download" onClick={() => setExporting({})}>
          Exportar contatos
        </Button>
      </p>
      <CustomerBase report={report} />
      <CustomerKinds report={report} />
      <DeferredSection skeleton={<ReportSkeleton blocks={heights} />}>
        {() => (
          <>
            <CustomerSegments report={report} onExport={exportSegment} />
            <CustomerCohorts report={report} onExport={(inactiveDays) => setExporting({ inactiveDays })} />
            <TopCustomers report={report} />
          </>
        )}
      </DeferredSection>
      {exporting ? (
        <CustomerExportDialog choice={exporting} selection={selection} onClose={() => setExporting(null)} />
      ) : null}
    </>
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
