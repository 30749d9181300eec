import {
  useCallback,
  useDeferredValue,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../ui/icon.tsx'
import frame from './chart-frame.module.css'
import styles from './charts.module.css'
import { Legend, Swatch, type LegendEntry, type Look } from './legend.tsx'

/**
 * Shared by every drawn chart: legend, a surface explored by pointer, touch and arrow keys, a tooltip that
 * screen readers announce, and the same figures as a table. A new kind of chart provides `at` (the point at a
 * position), `tip` (its text) and its marks.
 */
export interface TipRow {
  readonly name: string
  readonly value: string
  readonly colour?: string | undefined
  readonly look?: Look | undefined
}

interface Tip {
  /** Where the tooltip points to, in drawing coordinates. */
  readonly x: number
  readonly y: number
  readonly title: string
  readonly rows: readonly TipRow[]
}

interface FigureTable {
  readonly head: readonly string[]
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[]
}

export interface PlotProps {
  /** What is drawn and in which unit, like `Faturamento líquido por dia, em reais`. */
  readonly label: string
  readonly height: number
  readonly count: number
  readonly legend?: readonly LegendEntry[]
  /** In place of the legend. */
  readonly shades?: ReactNode
  readonly at: (x: number, y: number, width: number) => number | null
  readonly tip: (index: number, width: number) => Tip
  readonly table: FigureTable
  /** The point where keyboard navigation starts. */
  readonly begin?: number
  /** The index after an arrow key. Default: one step left or right. */
  readonly move?: (index: number, key: string) => number
  readonly children: (width: number, active: number | null) => ReactNode
}

/** Width of an A4 sheet minus its margins. */
const printWidth = 680

export function Plot({
  label,
  height,
  count,
  legend = [],
  shades,
  at,
  tip,
  table,
  begin = 0,
  move,
  children,
}: PlotProps) {
  const [surface, width] = useWidth()
  // The space is reserved first; the drawing follows after the surrounding figures, once, at its real width.
  const drawn = useDeferredValue(true, false)
  const [active, setActive] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const now = Math.min(active ?? begin, count - 1)
  const shownTip = active !== null && active < count ? tip(active, width) : null

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const scale = width / Math.max(1, box.width)
    setActive(at((event.clientX - box.left) * scale, (event.clientY - box.top) * scale, width))
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      setActive(null)
      return
    }
    const to = active === null && event.key.startsWith('Arrow') ? now : (move ?? sideways)(now, event.key)
    const wanted = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : to
    if (wanted === now && active !== null) return
    if (!event.key.startsWith('Arrow') && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    setActive(Math.max(0, Math.min(count - 1, wanted)))
  }

  return (
    <figure className={frame.figure} aria-busy={drawn ? undefined : true}>
      <div className={frame.top}>
        {shades ?? <Legend entries={legend} />}
        <button
          type="button"
          className={frame.toggle}
          aria-pressed={asTable}
          aria-label={`${asTable ? 'Ver o gráfico' : 'Ver em tabela'}: ${label}`}
          title={asTable ? 'Ver o gráfico' : 'Ver em tabela'}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name={asTable ? 'report' : 'list'} size={18} />
        </button>
      </div>
      {asTable ? (
        <AccessibleTable label={label} table={table} height={height} />
      ) : (
        <div
          ref={surface}
          className={styles.surface}
          style={{ minHeight: height }}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={Math.max(1, count)}
          aria-valuenow={Math.max(1, now + 1)}
          aria-valuetext={count > 0 ? tipText(tip(Math.max(0, now), width)) : 'Sem dados'}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
          onBlur={() => setActive(null)}
          onKeyDown={press}
        >
          <svg
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            className={styles.plot}
            aria-hidden="true"
          >
            {drawn ? children(width, active) : null}
          </svg>
          {shownTip ? <TipBox tip={shownTip} width={width} /> : null}
        </div>
      )}
    </figure>
  )
}

function TipBox({ tip, width }: { readonly tip: Tip; readonly width: number }) {
  const side = tip.x > width / 2 ? 'left' : 'right'
  return (
    <div
      className={styles.tip}
      data-side={side}
      style={{ left: `${(tip.x / Math.max(1, width)) * 100}%`, top: Math.max(0, tip.y) }}
    >
      <b>{tip.title}</b>
      {tip.rows.map((row) => (
        <span key={row.name}>
          {row.look ? <Swatch look={row.look} colour={row.colour} /> : <i />}
          <small>{row.name}</small>
          <strong>{row.value}</strong>
        </span>
      ))}
    </div>
  )
}

function AccessibleTable({
  label,
  table,
  height,
}: {
  readonly label: string
  readonly table: FigureTable
  readonly height: number
}) {
  return (
    <div
      className={styles.behind}
      style={{ minHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table>
        <thead>
          <tr>
            {table.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name = '', ...cells], row) => (
            <tr key={`${name}-${row}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In real pixels, so that text keeps its size; the height never changes, so nothing shifts. */
function useWidth() {
  const [width, setWidth] = useState(printWidth)
  const surface = useCallback((element: HTMLDivElement) => {
    const measure = () => setWidth(Math.max(120, Math.round(element.clientWidth)))
    // After the browser's own layout and before paint: measuring earlier would force a second layout.
    const watch = new ResizeObserver(() => flushSync(measure))
    const forPaper = () => flushSync(() => setWidth((screen) => Math.min(screen, printWidth)))
    watch.observe(element)
    window.addEventListener('beforeprint', forPaper)
    window.addEventListener('afterprint', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('beforeprint', forPaper)
      window.removeEventListener('afterprint', measure)
    }
  }, [])
  return [surface, width] as const
}

const sideways = (index: number, key: string): number =>
  key === 'ArrowRight' || key === 'ArrowUp'
    ? index + 1
    : key === 'ArrowLeft' || key === 'ArrowDown'
      ? index - 1
      : index

const tipText = (tip: Tip): string =>
  `${tip.title}: ${tip.rows.map((row) => `${row.name} ${row.value}`).join('; ')}`
