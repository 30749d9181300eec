import { Fragment, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { count } from '../words/format.ts'
import { Muted } from '../kit/text.tsx'
import styles from './data-table.module.css'

/**
 * The table of every report, straight on the counter: sortable columns, a bar per row, a totals row, expandable
 * rows. On the phone a row is its name and sum, its bar, then the other cells in small print and the change.
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
  /** On the phone: `sum` is right of the name, `change` at the end of the small print. */
  readonly phone?: 'sum' | 'change'
}

/** Drawn after the column of the sum, or below the name on the phone. */
interface RowBar {
  readonly value: number
  /** A tick at the compared value. */
  readonly compared?: number | null
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort
  readonly bar?: ((row: Row) => RowBar) | undefined
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
  bar,
  open,
  openLabel,
  first = 50,
  empty = 'Nada no período.',
}: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | undefined>(initial)
  const [limit, setLimit] = useState(first)
  const barAfter = bar
    ? Math.max(
        0,
        columns.findIndex((column) => column.phone === 'sum'),
      )
    : -1
  const sortOf = columns.find((column) => column.key === sort?.by)?.sort
  if (rows.length === 0) return <Muted>{empty}</Muted>
  const largest = Math.max(
    1,
    ...rows.flatMap((row) => {
      const drawn = bar?.(row)
      return drawn ? [drawn.value, drawn.compared ?? 0] : []
    }),
  )
  return (
    <>
      <PhoneSort columns={columns} sort={sort} onSort={setSort} />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
        <table className={styles.table} data-many={columns.length > 7}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <Fragment key={column.key}>
                  <HeadCell
                    column={column}
                    ofText={column.words ?? index === 0}
                    sort={sort}
                    onSort={setSort}
                  />
                  {index === barAfter ? <td className={styles.bar} /> : null}
                </Fragment>
              ))}
              {open ? (
                <th scope="col" className={styles.opener}>
                  <Hidden>Abrir</Hidden>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, sortOf, sort?.down ?? false)
              .slice(0, limit)
              .map((row) => (
                <BodyRow
                  key={rowKey(row)}
                  {...{ row, rowKey, columns, open, openLabel, barAfter }}
                  drawn={bar?.(row) ?? null}
                  largest={largest}
                />
              ))}
          </tbody>
          {columns.some((column) => column.foot !== undefined) ? (
            <Foot columns={columns} barAfter={barAfter} openable={open !== undefined} />
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
  'data-phone': column.phone,
})

type BodyRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowKey'> & {
  readonly row: Row
  readonly open: DataTableProps<Row>['open'] | undefined
  readonly openLabel: DataTableProps<Row>['openLabel'] | undefined
  /** The place of the bar; -1: none. */
  readonly barAfter: number
  readonly drawn: RowBar | null
  readonly largest: number
}

/** One row, and its expanded content below. */
function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, rowKey, columns, open, openLabel, barAfter, drawn, largest } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr data-row={rowKey(row)}>
        {columns.map((column, index) => (
          <Fragment key={column.key}>
            {index === 0 ? (
              <th scope="row" {...cellData(column, index)}>
                {column.cell(row)}
              </th>
            ) : (
              <td {...cellData(column, index)}>{column.cell(row)}</td>
            )}
            {index === barAfter && drawn ? <BarCell drawn={drawn} largest={largest} /> : null}
          </Fragment>
        ))}
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
          <td colSpan={columns.length + (barAfter < 0 ? 1 : 2)}>{open(row)}</td>
        </tr>
      ) : null}
    </>
  )
}

function BarCell({
  drawn: { value, compared },
  largest,
}: {
  readonly drawn: RowBar
  readonly largest: number
}) {
  const share = (amount: number) => `${(Math.max(0, amount) / largest) * 100}%`
  return (
    <td className={styles.bar} aria-hidden="true">
      <span className={styles.track}>
        <i style={{ width: share(value) }} />
        {compared ? <u style={{ left: share(compared) }} /> : null}
      </span>
    </td>
  )
}

function Foot<Row>({
  columns,
  barAfter,
  openable,
}: {
  readonly columns: readonly Column<Row>[]
  readonly barAfter: number
  readonly openable: boolean
}) {
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) => (
          <Fragment key={column.key}>
            <td {...cellData(column, index)}>{column.foot ?? (index === 0 ? 'Total' : '')}</td>
            {index === barAfter ? <td className={styles.bar} /> : null}
          </Fragment>
        ))}
        {openable ? <td className={styles.opener} /> : null}
      </tr>
    </tfoot>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly ofText: boolean
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
}

function HeadCell<Row>({ column, ofText, sort, onSort }: HeadCellProps<Row>) {
  const active = sort?.by === column.key
  return (
    <th
      scope="col"
      data-words={ofText}
      data-wide={column.wideOnly}
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      {column.sort ? (
        <button type="button" onClick={() => onSort({ by: column.key, down: active ? !sort.down : !ofText })}>
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
