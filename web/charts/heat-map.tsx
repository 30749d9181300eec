import styles from './charts.module.css'
import { Plot } from './plot.tsx'
import { shadeOf, shades } from './shade.rules.ts'

/**
 * Two dimensions, shaded by amount in five steps: weekday × hour, with the amounts in the cells where they fit.
 *
 *   <HeatMap label="Vendas por dia da semana e hora" rows={['seg', …]} columns={['11h', …]}
 *     value={(row, column) => cents ?? null} format={money} short={thousands} title={(row, column) => 'sexta, 20h'} />
 */
interface HeatMapProps {
  readonly label: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly value: (row: number, column: number) => number | null
  readonly format: (value: number) => string
  /** At most four letters, for the cell. */
  readonly short: (value: number) => string
  /** What a stronger colour is: `mais pedidos`. */
  readonly stronger: string
  readonly title: (row: number, column: number) => string
  /** Additional lines of the tooltip. */
  readonly more?: (
    row: number,
    column: number,
  ) => readonly { readonly name: string; readonly value: string }[]
  readonly name: string
}

const left = 40
const foot = 24
const rowHeight = 40
/** A narrower cell has no room for its amount. */
const wordsFrom = 34

export function HeatMap({
  label,
  rows,
  columns,
  value,
  format,
  short,
  stronger,
  title,
  more,
  name,
}: HeatMapProps) {
  const height = rows.length * rowHeight + foot
  const all = rows.flatMap((_row, row) => columns.map((_column, column) => value(row, column) ?? 0))
  const largest = Math.max(1, ...all)
  const best = all.indexOf(Math.max(...all))
  const step = (width: number) => (width - left) / Math.max(1, columns.length)
  const place = (index: number) => ({
    row: Math.floor(index / columns.length),
    column: index % columns.length,
  })
  return (
    <Plot
      label={label}
      height={height}
      shades={<Key stronger={stronger} />}
      count={rows.length * columns.length}
      begin={Math.max(0, best)}
      table={tableOf({ label, rows, columns, value, format })}
      at={(x, y, width) => {
        const column = Math.floor((x - left) / step(width))
        const row = Math.floor(y / rowHeight)
        return column < 0 || column >= columns.length || row < 0 || row >= rows.length
          ? null
          : row * columns.length + column
      }}
      tip={(index, width) => {
        const { row, column } = place(index)
        const amount = value(row, column)
        return {
          x: left + (column + 0.5) * step(width),
          y: row * rowHeight - 8,
          title: title(row, column),
          rows: [
            { name, value: amount === null ? 'nada' : format(amount) },
            ...(amount === null ? [] : (more?.(row, column) ?? [])),
          ],
        }
      }}
      move={(index, key) => {
        const { row, column } = place(index)
        if (key === 'ArrowDown') return row < rows.length - 1 ? index + columns.length : index
        if (key === 'ArrowUp') return row > 0 ? index - columns.length : index
        if (key === 'ArrowRight') return column < columns.length - 1 ? index + 1 : index
        return key === 'ArrowLeft' && column > 0 ? index - 1 : index
      }}
    >
      {(width, active) => (
        <>
          {rows.map((words, row) => (
            <text key={words} x={left - 10} y={row * rowHeight + rowHeight / 2 + 4} textAnchor="end">
              {words}
            </text>
          ))}
          {columns.map((words, column) =>
            column % Math.max(1, Math.ceil(30 / step(width))) === 0 ? (
              <text key={words} x={left + (column + 0.5) * step(width)} y={height - 6} textAnchor="middle">
                {words}
              </text>
            ) : null,
          )}
          {rows.map((_row, row) =>
            columns.map((_column, column) => {
              const index = row * columns.length + column
              return (
                <Cell
                  key={index}
                  amount={value(row, column)}
                  largest={largest}
                  active={active === index}
                  x={left + column * step(width)}
                  y={row * rowHeight}
                  wide={step(width)}
                  short={short}
                />
              )
            }),
          )}
        </>
      )}
    </Plot>
  )
}

/** The same amounts as text, for readers. */
function tableOf({
  label,
  rows,
  columns,
  value,
  format,
}: Pick<HeatMapProps, 'label' | 'rows' | 'columns' | 'value' | 'format'>) {
  const words = (amount: number | null) => (amount === null ? '–' : format(amount))
  return {
    head: [label, ...columns],
    rows: rows.map((name, row) => [name, ...columns.map((_column, column) => words(value(row, column)))]),
  }
}

interface CellProps extends Pick<HeatMapProps, 'short'> {
  readonly amount: number | null
  readonly largest: number
  readonly active: boolean
  readonly x: number
  readonly y: number
  readonly wide: number
}

function Cell({ amount, largest, active, x, y, wide, short }: CellProps) {
  const { percent, strong } = shadeOf(Math.max(0, amount ?? 0) / largest)
  return (
    <g style={{ '--shade': `${percent}%` } as React.CSSProperties}>
      <rect
        className={amount === null ? styles.noHeat : styles.heat}
        data-on={active}
        x={x + 1}
        y={y + 1}
        width={Math.max(1, wide - 2)}
        height={rowHeight - 2}
        rx="2"
      />
      {amount === null || wide < wordsFrom ? null : (
        <text
          className={styles.heatText}
          data-strong={strong}
          x={x + wide / 2}
          y={y + rowHeight / 2 + 4}
          textAnchor="middle"
        >
          {short(amount)}
        </text>
      )}
    </g>
  )
}

/** In both themes the stronger colour is farther from the ground. */
function Key({ stronger }: { readonly stronger: string }) {
  return (
    <p className={styles.heatKey}>
      {shades.map(({ percent }) => (
        <i key={percent} style={{ '--shade': `${percent}%` } as React.CSSProperties} />
      ))}
      <span>cor mais forte, {stronger}</span>
    </p>
  )
}
