import type { MenuReport } from '../../../contract/reports/menu.ts'
import { money, plural } from '../../words/format.ts'
import { DataTable } from '../../table/data-table.tsx'
import styles from './menu-report-page.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** Items sold by several stores, where one lacks it or has another price. */
export function MenuCoverage({ report }: { readonly report: MenuReport }) {
  if (report.stores.filter((store) => store.items > 0).length < 2) return null
  const storeName = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const names = (ids: readonly string[]) => ids.map((id) => storeName.get(id) ?? '').join(', ')
  return (
    <Section
      title="Entre as lojas"
      meaning={<MetricDefinition name="coverage" />}
      line={plural(report.coverage.length, 'item falta ou muda de preço', 'itens faltam ou mudam de preço')}
    >
      <DataTable
        caption="Itens que faltam ou mudam de preço entre as lojas"
        rows={report.coverage}
        rowKey={(row) => row.name}
        first={20}
        empty="As lojas têm os mesmos itens em comum, pelo mesmo preço."
        columns={[
          { key: 'name', label: 'Item', sort: (row) => row.name, cell: (row) => row.name },
          {
            key: 'missing',
            label: 'Falta em',
            words: true,
            sort: (row) => row.missingIn.length,
            cell: (row) => (row.missingIn.length > 0 ? names(row.missingIn) : '–'),
          },
          {
            key: 'lowest',
            label: 'Menor preço',
            sort: (row) => row.lowestCents,
            cell: (row) => <PriceWithStores row={row} cents={row.lowestCents} names={names} />,
          },
          {
            key: 'highest',
            label: 'Maior preço',
            sort: (row) => row.highestCents,
            cell: (row) => <PriceWithStores row={row} cents={row.highestCents} names={names} />,
          },
          {
            key: 'gap',
            phone: 'sum',
            label: 'Diferença',
            sort: (row) => row.highestCents - row.lowestCents,
            cell: (row) =>
              row.highestCents > row.lowestCents ? money(row.highestCents - row.lowestCents) : '–',
          },
        ]}
      />
    </Section>
  )
}

function PriceWithStores({
  row,
  cents,
  names,
}: {
  readonly row: MenuReport['coverage'][number]
  readonly cents: number
  readonly names: (ids: readonly string[]) => string
}) {
  const stores = row.prices.filter((price) => price.priceCents === cents).map((price) => price.storeId)
  return (
    <span className={styles.price}>
      {money(cents)}
      {row.lowestCents === row.highestCents ? null : (
        <small>{stores.length > 2 ? `${stores.length} lojas` : names(stores)}</small>
      )}
    </span>
  )
}
