import { brazilianDay } from '../../../contract/shared/day.ts'
import {
  segmentLabels,
  type CustomerReport,
  type CustomerSegment,
} from '../../../contract/reports/customer.ts'
import { Button } from '../../ui/button.tsx'
import { count, plural } from '../../words/format.ts'
import { Figures } from '../frame/figures.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { BigFigure, ReceiptLines, ReceiptNote, TillRoll } from '../frame/till-roll.tsx'
import { customerSentence, toCall } from './customer.rules.ts'
import styles from './customer-page.module.css'

/** Who to call today, and their contacts: the one thing of this page that waits for a hand. */
export function CallList({
  report,
  onExport,
}: {
  readonly report: CustomerReport
  readonly onExport: (segment: CustomerSegment | undefined) => void
}) {
  const { rows, customers } = toCall(report.segments)
  const [first] = rows
  return (
    <TillRoll
      head={[
        report.closedThrough === null
          ? 'Base de clientes'
          : `Base de clientes até ${brazilianDay(report.closedThrough)}`,
        report.preparing > 0
          ? plural(report.preparing, 'loja ainda é somada', 'lojas ainda são somadas')
          : undefined,
      ]}
      label="Quem chamar hoje"
      meaning={<MetricDefinition name="segments" />}
      figure={
        <BigFigure name="segments" label={count(customers)} unit={customers === 1 ? 'cliente' : 'clientes'} />
      }
      tell={first ? segmentLabels[first.segment].todo : 'Ninguém precisa de um chamado agora.'}
    >
      <ReceiptLines
        lines={rows.map((row) => ({
          key: row.segment,
          name: segmentLabels[row.segment].name,
          sum: plural(row.customers, 'cliente', 'clientes'),
        }))}
      />
      <ReceiptNote>{customerSentence(report)}</ReceiptNote>
      <Button
        variant="primary"
        icon="download"
        className={styles.contacts ?? ''}
        disabledReason={report.base.customers === 0 ? 'Nenhum cliente na base ainda.' : null}
        onClick={() => onExport(first?.segment)}
      >
        Exportar contatos
      </Button>
    </TillRoll>
  )
}

/** Size of the customer base, new customers, returning ones and their order frequency. */
export function CustomerBase({ report }: { readonly report: CustomerReport }) {
  const { base, period } = report
  const compares = !period.comparison.empty && period.comparison.kind !== 'none'
  return (
    <Figures
      figures={[
        { name: 'customerBase', now: base.customers, before: null },
        {
          name: 'newCustomers',
          now: base.newInPeriod,
          before: compares ? base.newCompared : null,
          // The base knows the day of a first order, not its hour.
          ...(period.hours ? { more: 'em todas as horas desses dias' } : {}),
        },
        {
          name: 'repeatingCustomers',
          now: base.customers > 0 ? base.repeating / base.customers : null,
          before: null,
        },
        {
          name: 'daysBetweenOrders',
          now: base.daysBetweenOrders,
          before: null,
          ...(base.daysBetweenOrders === null ? { more: 'ninguém pediu duas vezes ainda' } : {}),
        },
      ]}
    />
  )
}
