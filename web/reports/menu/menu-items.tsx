import { marketplaceNames, storefronts } from '../../../contract/shared/channels.ts'
import {
  menuProblems,
  readMenuReport,
  type MenuProblem,
  type MenuReport,
  type MenuReportItem,
} from '../../../contract/reports/menu.ts'
import { Pill } from '../../ui/pill.tsx'
import { count, dayShort, money, plural } from '../../words/format.ts'
import { useState } from 'react'
import { refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { EditItem, resumeItem } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../table/data-table.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './menu-report-page.module.css'
import { countOf, pauseLevel, pauseText, problemLabels } from './menu-report.rules.ts'
import { quantityText } from '../product/product.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** Every item with its problems; choosing a problem filters the list. */
export function MenuItems({
  id,
  report,
  problem,
  onProblem,
}: {
  readonly id: string
  readonly report: MenuReport
  readonly problem: MenuProblem | undefined
  readonly onProblem: (problem: MenuProblem | undefined) => void
}) {
  const storeName = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const [editing, setEditing] = useState<MenuReportItem | null>(null)
  return (
    <Section id={id} title="Itens" line={plural(report.found, 'item', 'itens')}>
      <Row gap={8} align="stretch" wrap className={styles.filters} role="group" aria-label="Mostrar só itens">
        <button type="button" aria-pressed={problem === undefined} onClick={() => onProblem(undefined)}>
          Todos
        </button>
        {menuProblems.map((one) => {
          const items = countOf(report, one)
          return items === 0 && problem !== one ? null : (
            <button
              key={one}
              type="button"
              aria-pressed={problem === one}
              onClick={() => onProblem(problem === one ? undefined : one)}
            >
              {problemLabels[one]} <b>{count(items)}</b>
            </button>
          )
        })}
      </Row>
      <DataTable
        caption="Itens do cardápio"
        rows={report.items}
        rowKey={(row) => row.itemId}
        first={40}
        empty="Nenhum item com este problema."
        columns={columnsOf(report, setEditing)}
      />
      {report.found > report.items.length ? (
        <p className={styles.note}>
          Aqui estão os primeiros {count(report.items.length)} de {plural(report.found, 'item', 'itens')}; o
          arquivo exportado tem todos.
        </p>
      ) : null}
      {editing ? (
        <EditItem
          store={{ id: editing.storeId, name: storeName.get(editing.storeId) ?? '' }}
          itemId={editing.itemId}
          onClose={() => {
            setEditing(null)
            void refresh(readMenuReport)
          }}
        />
      ) : null}
    </Section>
  )
}

function columnsOf(
  report: MenuReport,
  onEdit: (row: MenuReportItem) => void,
): readonly Column<MenuReportItem>[] {
  const storeName = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const severalStores = report.stores.length > 1
  return [
    {
      key: 'name',
      label: 'Item',
      sort: (row) => row.name,
      cell: (row) => (
        <span className={styles.item}>
          {row.name}
          <small>
            {severalStores ? `${storeName.get(row.storeId) ?? ''} · ` : ''}
            {row.category ?? 'sem categoria'}
          </small>
        </span>
      ),
    },
    {
      key: 'score',
      label: 'Nota',
      sort: (row) => row.score,
      cell: (row) => row.score,
      meaning: <MetricDefinition name="menuScore" />,
    },
    {
      key: 'problems',
      label: 'O que falta',
      words: true,
      cell: (row) => <Problems row={row} />,
    },
    {
      key: 'price',
      label: 'Preço',
      phone: 'sum',
      sort: (row) => row.priceCents,
      cell: (row) => <Price row={row} />,
    },
    {
      key: 'sold',
      label: 'Vendidos',
      sort: (row) => row.soldMilli,
      cell: (row) => (row.soldMilli > 0 ? quantityText(row.soldMilli) : row.everSold ? '0' : 'nunca vendido'),
    },
    {
      key: 'cents',
      label: 'Faturamento',
      wideOnly: true,
      sort: (row) => row.soldCents,
      cell: (row) => money(row.soldCents),
    },
    {
      key: 'mend',
      label: 'Resolver',
      phone: 'change',
      cell: (row) => (
        <Mend row={row} storeName={storeName.get(row.storeId) ?? ''} onEdit={() => onEdit(row)} />
      ),
    },
  ]
}

/** What one tap can mend here: a pause ends at once, what is missing is written in the item's own dialog. */
function Mend({
  row,
  storeName,
  onEdit,
}: {
  readonly row: MenuReportItem
  readonly storeName: string
  readonly onEdit: () => void
}) {
  const { busyWith, run } = useAction<'resume'>(async () => {
    await resumeItem(row.storeId, { id: row.itemId, name: row.name })
    await refresh(readMenuReport)
  })
  if (row.pause)
    return (
      <Button
        variant="soft"
        className={styles.mend ?? ''}
        busy={busyWith !== null}
        aria-label={`Voltar a vender: ${row.name}, ${storeName}`}
        onClick={() => run('resume')}
      >
        Voltar a vender
      </Button>
    )
  const fault = row.problems.find((problem) => problem in mendLabels)
  if (!fault) return null
  return (
    <Button
      className={styles.mend ?? ''}
      aria-label={`${mendLabels[fault] ?? ''}: ${row.name}, ${storeName}`}
      onClick={onEdit}
    >
      {mendLabels[fault]}
    </Button>
  )
}

/** Faults that the item's dialog mends. */
const mendLabels: { readonly [problem in MenuProblem]?: string } = {
  'no-photo': 'Pôr foto',
  'no-description': 'Escrever',
  'no-price': 'Pôr preço',
  'no-category': 'Pôr categoria',
  'store-price': 'Ajustar preço',
}

function Problems({ row }: { readonly row: MenuReportItem }) {
  const others = row.problems.filter((problem) => problem !== 'paused' && problem !== 'channel-price')
  return (
    <Row as="span" align="stretch" wrap className={styles.problems}>
      {row.pause ? (
        <span
          className={styles.paused}
          data-level={pauseLevel(row.pause.days)}
          title={`Por ${row.pause.byName}${row.pause.reason ? `: ${row.pause.reason}` : ''}${row.pause.until ? `, até ${dayShort(row.pause.until.slice(0, 10))}` : ', sem previsão de volta'}`}
        >
          Em pausa {pauseText(row)}
        </span>
      ) : null}
      {others.map((problem) => (
        <Pill key={problem}>{problemLabels[problem]}</Pill>
      ))}
      {row.problems.length === 0 ? <Pill tone="ok">Completo</Pill> : null}
    </Row>
  )
}

function Price({ row }: { readonly row: MenuReportItem }) {
  const prices = [...new Set(row.channelPrices.map((channel) => channel.priceCents))]
  return (
    <span className={styles.price}>
      {money(row.priceCents)}
      {prices.map((cents) => (
        <small key={cents}>
          {marketplaceNames(storefronts)} {money(cents)}
        </small>
      ))}
    </span>
  )
}
