import { count, percent } from '../words/format.ts'
import styles from './charts.module.css'
import { shadeOf } from './shade.rules.ts'

/**
 * Cohorts by start month and the share of each that came back after 1, 2, 3 … steps. A real table, shaded.
 *
 *   <CohortMatrix caption="Clientes que voltaram, por mês do primeiro pedido" corner="Primeiro pedido"
 *     size="Clientes" columns={['mês 1', …]} rows={[{ key: '2026-01', name: 'jan. 26', size: 120, cells: [0.31, null] }]} />
 */
interface CohortMatrixProps {
  readonly caption: string
  readonly corner: string
  readonly size: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly size: number
    /** 0 to 1; null: not yet known. */
    readonly cells: readonly (number | null)[]
  }[]
  /** Formats a cell. Default: whole percentage. */
  readonly format?: (value: number) => string
  /** Tooltip of a cell. */
  readonly title?: (row: number, column: number) => string
}

export function CohortMatrix({
  caption,
  corner,
  size,
  columns,
  rows,
  format = (value) => percent(value, 0),
  title,
}: CohortMatrixProps) {
  const largest = Math.max(0.01, ...rows.flatMap((row) => row.cells.map((cell) => cell ?? 0)))
  return (
    <div className={styles.cohort} tabIndex={0} role="region" aria-label={caption}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            <th scope="col">{size}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td>{count(row.size)}</td>
              {columns.map((column, index) => {
                const cell = row.cells[index] ?? null
                if (cell === null) return <td key={column} />
                const { percent: shade, strong } = shadeOf(cell / largest)
                return (
                  <td
                    key={column}
                    className={styles.shade}
                    title={title?.(place, index)}
                    data-strong={strong}
                    style={{ '--shade': `${shade}%` } as React.CSSProperties}
                  >
                    {format(cell)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
