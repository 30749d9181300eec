import type { MenuReport } from '../../../contract/reports/menu.ts'
import { count, plural } from '../../words/format.ts'
import { DataTable } from '../../table/data-table.tsx'
import styles from './menu-report-page.module.css'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

type StoreRow = MenuReport['stores'][number]

/** Completeness of each store's menu, and its gaps. */
export function MenuScores({ report }: { readonly report: MenuReport }) {
  const number = (key: string, label: string, of: (row: StoreRow) => number, wideOnly = false) => ({
    key,
    label,
    sort: of,
    cell: (row: StoreRow) => (of(row) === 0 ? '–' : count(of(row))),
    wideOnly,
  })
  /** Omit columns for gaps that no store has. */
  const gap = (key: keyof StoreRow['missing'], label: string) =>
    report.stores.some((row) => row.missing[key] > 0)
      ? [number(key, label, (row) => row.missing[key], key !== 'photo')]
      : []
  return (
    <Section title="Por loja" first line={plural(report.stores.length, 'loja', 'lojas')}>
      <DataTable
        caption="Cardápio por loja"
        rows={report.stores}
        rowKey={(row) => row.storeId}
        sort={{ by: 'score', down: false }}
        columns={[
          { key: 'name', label: 'Loja', sort: (row) => row.name, cell: (row) => row.name },
          {
            key: 'score',
            phone: 'sum',
            label: 'Nota',
            sort: (row) => row.score,
            cell: (row) => <Score score={row.score} />,
            meaning: <MetricDefinition name="menuScore" />,
          },
          number('items', 'Itens', (row) => row.items),
          ...gap('photo', 'Sem foto'),
          ...gap('description', 'Sem descrição'),
          ...gap('price', 'Sem preço'),
          ...gap('category', 'Sem categoria'),
          number('paused', 'Em pausa', (row) => row.paused),
          {
            ...number('long', '3 dias ou mais', (row) => row.longPaused),
            meaning: <MetricDefinition name="longPause" />,
          },
          {
            ...number('never', 'Nunca vendidos', (row) => row.neverSold, true),
            meaning: <MetricDefinition name="neverSold" />,
          },
        ]}
      />
    </Section>
  )
}

function Score({ score }: { readonly score: number | null }) {
  if (score === null) return <span className={styles.muted}>sem cardápio</span>
  return (
    <span className={styles.score} data-level={score >= 90 ? 'good' : score >= 70 ? 'fair' : 'poor'}>
      <span aria-hidden="true">
        <i style={{ width: `${score}%` }} />
      </span>
      <b>{score}</b>
    </span>
  )
}
