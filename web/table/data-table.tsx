import { useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { count } from '../words/format.ts'
import styles from './data-table.module.css'

/**
 * The table of every report: sortable columns, sticky head and names, a totals row, expandable rows. On the
 * phone each row is a card.
 *
 *   <DataTable caption="Por loja" rows={rows} rowKey={(row) => row.storeId} sort={{ by: 'net', down: true }}
 *     columns={[{ key: 'name', label: 'Loja', sort: (row) => row.name, cell: (row) => row.name },
 *       { key: 'net', label: 'Líquido', sort: (row) => net(row), cell: (row) => money(net(row)), foot: money(total), meaning: <MetricDefinition name="net" /> }]}
 *     open={(row) => <StoreDays row={row} />} />
 */
export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Absent: not sortable. Null sorts last. */
  readonly sort?: (row: Row) => number | string | null
  readonly cell: (row: Row) => ReactNode
  /** Cell of the totals row. */
  readonly foot?: ReactNode
  /** The definition button beside the label. */
  readonly meaning?: ReactNode
  /** Text is left-aligned and figures right-aligned; the first column is text by default. */
  readonly words?: boolean
  /** Hidden on the phone. */
  readonly wideOnly?: boolean
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort
  /** Content of an expanded row. */
  readonly open?: (row: Row) => ReactNode
  readonly openLabel?: (row: Row) => string
  /** Rows shown before "mostrar mais". */
  readonly first?: number
  readonly empty?: string
}

interface Sort {
  readonly by: string
  readonly down: boolean
}

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort: initial,
  open,
  openLabel,
  first = 50,
  empty = 'Nada no período.',
}: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | undefined>(initial)
  const [limit, setLimit] = useState(first)
  const sortOf = columns.find((column) => column.key === sort?.by)?.sort
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <>
      <PhoneSort columns={columns} sort={sort} onSort={setSort} />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
        <table className={styles.table}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  words={column.words ?? index === 0}
                  sort={sort}
                  onSort={setSort}
                />
              ))}
              {open ? <th aria-label="Abrir" className={styles.opener} /> : null}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, sortOf, sort?.down ?? false)
              .slice(0, limit)
              .map((row) => (
                <BodyRow key={rowKey(row)} {...{ row, rowKey, columns, open, openLabel }} />
              ))}
          </tbody>
          {columns.some((column) => column.foot !== undefined) ? (
            <Foot columns={columns} openable={open !== undefined} />
          ) : null}
        </table>
      </div>
      {rows.length > limit ? (
        <Button variant="ghost" className={styles.more ?? ''} onClick={() => setLimit(limit + 200)}>
          Mostrar mais ({count(rows.length - limit)})
        </Button>
      ) : null}
    </>
  )
}

/** Attributes for the style sheet: the phone shows the label beside each value. */
const cellData = <Row,>(column: Column<Row>, index: number) => ({
  'data-column': column.key,
  'data-label': column.label,
  'data-words': column.words ?? index === 0,
  'data-wide': column.wideOnly,
})

type BodyRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowKey'> & {
  readonly row: Row
  readonly open: DataTableProps<Row>['open'] | undefined
  readonly openLabel: DataTableProps<Row>['openLabel'] | undefined
}

/** One row, and its expanded content below. */
function BodyRow<Row>({ row, rowKey, columns, open, openLabel }: BodyRowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr data-row={rowKey(row)}>
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.key} scope="row" {...cellData(column, index)}>
              {column.cell(row)}
            </th>
          ) : (
            <td key={column.key} {...cellData(column, index)}>
              {column.cell(row)}
            </td>
          ),
        )}
        {open ? (
          <td className={styles.opener}>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={openLabel?.(row) ?? 'Abrir a linha'}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'close' : 'plus'} size={18} />
            </button>
          </td>
        ) : null}
      </tr>
      {open && isOpen ? (
        <tr className={styles.opened}>
          <td colSpan={columns.length + 1}>{open(row)}</td>
        </tr>
      ) : null}
    </>
  )
}

function Foot<Row>({
  columns,
  openable,
}: {
  readonly columns: readonly Column<Row>[]
  readonly openable: boolean
}) {
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) => (
          <td key={column.key} {...cellData(column, index)}>
            {column.foot ?? (index === 0 ? 'Total' : '')}
          </td>
        ))}
        {openable ? <td className={styles.opener} /> : null}
      </tr>
    </tfoot>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly words: boolean
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

function HeadCell<Row>({ column, words, sort, onSort }: HeadCellProps<Row>) {
  const active = sort?.by === column.key
  return (
    <th
      scope="col"
      data-words={words}
      data-wide={column.wideOnly}
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      {column.sort ? (
        <button type="button" onClick={() => onSort({ by: column.key, down: active ? !sort.down : !words })}>
          {column.label}
          <i aria-hidden="true">{active ? (sort.down ? '↓' : '↑') : ''}</i>
        </button>
      ) : (
        <span>{column.label}</span>
      )}
      {column.meaning}
    </th>
  )
}

/** Sort control for the phone, which does not show the head. */
function PhoneSort<Row>({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly Column<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}) {
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  return (
    <div className={styles.phoneSort}>
      <label>
        <span>Ordenar por</span>
        <select
          value={sort?.by ?? ''}
          onChange={(event) =>
            onSort({ by: event.target.value, down: event.target.value !== columns[0]?.key })
          }
        >
          {sort ? null : <option value="">como veio</option>}
          {sortable.map((column) => (
            <option key={column.key} value={column.key}>
              {column.label}
            </option>
          ))}
        </select>
      </label>
      <Button
        aria-label={sort?.down ? 'Menor primeiro' : 'Maior primeiro'}
        icon={sort?.down ? 'down' : 'up'}
        disabledReason={sort ? null : 'Escolha antes a coluna.'}
        onClick={() => sort && onSort({ ...sort, down: !sort.down })}
      />
    </div>
  )
}

function sortedRows<Row>(rows: readonly Row[], by: Column<Row>['sort'], down: boolean): readonly Row[] {
  if (!by) return rows
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const order =
      typeof left === 'string' || typeof right === 'string'
        ? String(left).localeCompare(String(right), 'pt-BR', { numeric: true })
        : left - right
    return down ? -order : order
  })
}
