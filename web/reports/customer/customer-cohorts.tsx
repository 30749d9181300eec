import { brazilianDay } from '../../../contract/shared/day.ts'
import { useState } from 'react'
import type { CustomerReport } from '../../../contract/reports/customer.ts'
import { count, decimal, money, monthName, percent, plural } from '../../words/format.ts'
import { CohortMatrix } from '../../charts/cohort-matrix.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './customer-page.module.css'
import { cohortValue, cohortViews, cohortViewLabels, type CohortView } from './customer.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import blocks from '../frame/blocks.module.css'
import { Section } from '../frame/section.tsx'
import { Segments } from '../frame/segments.tsx'

/** Retention: by month of first order, within 30, 60 and 90 days, and inactive customers. */
export function CustomerCohorts({ report }: { readonly report: CustomerReport }) {
  return (
    <>
      <Cohorts report={report} />
      <div className={blocks.two}>
        <Repurchase report={report} />
        <InactiveCustomers report={report} />
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
    <Section
      title="Clientes por mês de chegada"
      meaning={<MetricDefinition name="cohort" />}
      line="Quantos voltaram em cada mês seguinte"
      tools={
        <Segments
          label="O que a tabela mostra"
          options={cohortViews.map((one) => [one, cohortViewLabels[one]] as const)}
          value={view}
          onChoose={setView}
        />
      }
    >
      {report.cohorts.length === 0 ? (
        <Muted size={2} className={styles.note}>
          Ainda não há um mês com clientes novos para acompanhar.
        </Muted>
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
    </Section>
  )
}

function Repurchase({ report }: { readonly report: CustomerReport }) {
  const { repurchaseWindow: window, repurchase } = report
  const [first] = repurchase
  return (
    <Section
      title="Segundo pedido em até"
      meaning={<MetricDefinition name="repurchase" />}
      line={
        first && first.customers > 0
          ? `${percent(first.again / first.customers, 0)} pediram de novo em ${first.days} dias`
          : 'Ainda cedo para saber'
      }
    >
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
        <Muted size={2} className={styles.note}>
          De quem fez o primeiro pedido entre {brazilianDay(window.from)} e {brazilianDay(window.to)}.
        </Muted>
      ) : null}
    </Section>
  )
}

function InactiveCustomers({ report }: { readonly report: CustomerReport }) {
  const [first] = report.inactive
  return (
    <Section
      title="Sem pedir há mais de"
      meaning={<MetricDefinition name="inactiveCustomers" />}
      line={first ? `${first.days} dias: ${plural(first.customers, 'cliente', 'clientes')}` : null}
    >
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
          </li>
        ))}
      </ul>
    </Section>
  )
}
