import { segmentLabels, type CustomerReport } from '../../../contract/reports/customer.ts'
import { count, money, percent } from '../../words/format.ts'
import styles from './customer-page.module.css'
import { DataTable } from '../../table/data-table.tsx'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { toCall } from './customer.rules.ts'

/** Every customer belongs to one group; each suggests what to do. */
export function CustomerSegments({ report }: { readonly report: CustomerReport }) {
  const { customers } = report.base
  return (
    <Section
      title="Grupos e o que fazer"
      meaning={<MetricDefinition name="segments" />}
      line={`${count(toCall(report.segments).customers)} para chamar, de ${count(customers)}`}
    >
      <DataTable
        caption="Grupos de clientes"
        rows={report.segments}
        rowKey={(row) => row.segment}
        bar={(row) => ({ value: row.customers })}
        columns={[
          {
            key: 'name',
            label: 'Grupo',
            cell: (row) => (
              <span className={styles.person}>
                {segmentLabels[row.segment].name}
                <small>{segmentLabels[row.segment].who}</small>
              </span>
            ),
          },
          {
            key: 'customers',
            label: 'Clientes',
            phone: 'sum',
            sort: (row) => row.customers,
            cell: (row) => count(row.customers),
          },
          {
            key: 'share',
            label: 'Da base',
            cell: (row) => (customers > 0 ? percent(row.customers / customers, 0) : '–'),
          },
          { key: 'cents', label: 'Gasto', sort: (row) => row.cents, cell: (row) => money(row.cents) },
          { key: 'todo', label: 'O que fazer', words: true, cell: (row) => segmentLabels[row.segment].todo },
        ]}
      />
    </Section>
  )
}
