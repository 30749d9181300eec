import { useState } from 'react'
import type { CustomerReport } from '../../../contract/reports/customer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { count, decimal, money, monthName, percent, plural } from '../../words/format.ts'
import { CohortMatrix } from '../../charts/cohort-matrix.tsx'
import styles from './customer-page.module.css'
import { cohortValue, cohortViews, cohortViewLabels, dayLabel, type CohortView } from './customer.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Segments } from '../frame/segments.tsx'

/** Retention: by month of first order, within 30, 60 and 90 days, and inactive customers. */
export function CustomerCohorts({
  report,
  onExport,
}: {
  readonly report: CustomerReport
  readonly onExport: (inactiveDays: number) => void
}) {
  return (
    <>
      <Cohorts report={report} />
      <div className={styles.cols}>
        <Repurchase report={report} />
        <InactiveCustomers report={report} onExport={onExport} />
      </div>
    </>
  )
}

function Cohorts({ report }: { readonly report: CustomerReport }) {
  const [view, setView] = useState<CohortView>('customers')
  const longest = Math.max(0, ...report.cohorts.map((cohort) => cohort.months.length))
  const words = (value: number) =>
    view === 'customers' ? percent(value, 0) : view === 'orders' ? decimal(value, 2) : money(value)
  return (
    <Card className={styles.block ?? ''}>
      <div className={styles.head}>
        <h2>
          Clientes por mês de chegada <MetricDefinition name="cohort" />
        </h2>
        <Segments
          label="O que a tabela mostra"
          options={cohortViews.map((one) => [one, cohortViewLabels[one]] as const)}
          value={view}
          onChoose={setView}
        />
      </div>
      {report.cohorts.length === 0 ? (
        <p className={styles.note}>Ainda não há um mês com clientes novos para acompanhar.</p>
      ) : (
        <CohortMatrix
          caption={`${cohortViewLabels[view]}, por mês do primeiro pedido`}
          corner="Primeiro pedido"
          size="Clientes"
          columns={Array.from({ length: longest }, (_, index) => (index === 0 ? 'no mês' : `+${index}`))}
          rows={report.cohorts.map((cohort) => ({
            key: cohort.month,
            name: monthName(cohort.month, 'short'),
            size: cohort.customers,
            cells: cohort.months.map((cell) => cohortValue(cell, cohort.customers, view)),
          }))}
          format={words}
          title={(row, column) => {
            const cohort = report.cohorts[row]
            const cell = cohort?.months[column]
            return cell
              ? `${plural(cell.customers, 'cliente', 'clientes')}, ${plural(cell.orders, 'pedido', 'pedidos')}, ${money(cell.cents)}${cell.partial ? ' (mês em curso)' : ''}`
              : ''
          }}
        />
      )}
    </Card>
  )
}

function Repurchase({ report }: { readonly report: CustomerReport }) {
  const { repurchaseWindow: window, repurchase } = report
  return (
    <Card>
      <h2>
        Segundo pedido em até <MetricDefinition name="repurchase" />
      </h2>
      <ul className={styles.steps}>
        {repurchase.map((row) => (
          <li key={row.days}>
            <span>{row.days} dias</span>
            <b>{row.customers > 0 ? percent(row.again / row.customers) : '–'}</b>
            <small>
              {row.customers > 0
                ? `${count(row.again)} de ${count(row.customers)} clientes`
                : 'ainda cedo para saber'}
            </small>
          </li>
        ))}
      </ul>
      {window ? (
        <p className={styles.note}>
          De quem fez o primeiro pedido entre {dayLabel(window.from)} e {dayLabel(window.to)}.
        </p>
      ) : null}
    </Card>
  )
}

function InactiveCustomers({
  report,
  onExport,
}: {
  readonly report: CustomerReport
  readonly onExport: (inactiveDays: number) => void
}) {
  return (
    <Card>
      <h2>
        Sem pedir há mais de <MetricDefinition name="inactiveCustomers" />
      </h2>
      <ul className={styles.steps}>
        {report.inactive.map((row) => (
          <li key={row.days}>
            <span>{row.days} dias</span>
            <b>{count(row.customers)}</b>
            <small>
              {report.base.customers > 0
                ? `${percent(row.customers / report.base.customers, 0)} da base · `
                : ''}
              já gastaram {money(row.cents)}
            </small>
            <Button
              variant="ghost"
              icon="download"
              aria-label={`Exportar contatos sem pedir há mais de ${row.days} dias`}
              disabledReason={row.customers === 0 ? 'Nenhum cliente parado há tanto tempo.' : null}
              onClick={() => onExport(row.days)}
            >
              Contatos
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
