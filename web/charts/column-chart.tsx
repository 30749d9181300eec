import styles from './charts.module.css'
import { axisRoom, bottomRoom, PointAxis, topRoom, ValueAxis, valueScale } from './axes.tsx'
import { legendOf } from './legend.tsx'
import { seriesColour } from './palette.ts'
import { Plot } from './plot.tsx'
import { tableOf, tipRows, type TimeChartProps } from './time-chart.rules.ts'

/**
 * Bars: one series, or several stacked, and a tick at the compared value: a line would claim sales between two
 * hours or days. With `marks` and `tight` it is a histogram with its median and p90.
 *
 *   <ColumnChart label="Vendas por hora" points={hours} series={[{ name: 'hoje', values }]}
 *     compared={{ name: 'sexta passada', values }} format={money} axis={moneyAxis} />
 */
interface ColumnChartProps extends TimeChartProps {
  /** No gap between bars: classes of one quantity. */
  readonly tight?: boolean
  /** Vertical lines: 2.5 is the middle of the third bar's slot. */
  readonly marks?: readonly { readonly at: number; readonly name: string }[]
  /** Labels the largest bar with its value, written like this. */
  readonly peak?: ((value: number) => string) | undefined
  /** A line at the current point of the running day; positioned like a mark. */
  readonly until?: { readonly at: number; readonly name: string } | undefined
}

export function ColumnChart({
  label,
  points,
  series,
  compared,
  format,
  axis = format,
  height = 250,
  tight = false,
  marks = [],
  peak,
  until,
}: ColumnChartProps) {
  const sums = points.map((_point, index) =>
    series.reduce((sum, one) => sum + Math.max(0, one.values[index] ?? 0), 0),
  )
  const lines = until ? [...marks, until] : marks
  const top = topRoom + (peak || lines.length > 0 ? 16 : 0)
  const frame = (width: number) => {
    const ticks = series.length > 1 ? [] : (compared?.values ?? []).filter((value) => value !== null)
    const scale = valueScale([...sums, ...ticks], height - bottomRoom, top)
    const left = axisRoom(scale, axis)
    return { scale, left, step: (width - left) / Math.max(1, points.length) }
  }
  const highest = sums.indexOf(Math.max(...sums))
  return (
    <Plot
      label={label}
      height={height}
      count={points.length}
      begin={Math.max(0, highest)}
      legend={legendOf(series, compared)}
      table={tableOf({ label, points, series, compared, format })}
      at={(x, _y, width) => {
        const { left, step } = frame(width)
        return Math.max(0, Math.min(points.length - 1, Math.floor((x - left) / step)))
      }}
      tip={(index, width) => {
        const { scale, left, step } = frame(width)
        return {
          x: left + (index + 0.5) * step,
          y: scale(sums[index] ?? 0) - 20,
          title: points[index]?.title ?? '',
          rows: tipRows(index, { series, compared, format }),
        }
      }}
    >
      {(width, active) => {
        const { scale, left, step } = frame(width)
        const inset = tight ? 0.5 : Math.max(0.5, step * 0.2, (step - widest) / 2)
        const labelledIndex = active ?? (peak ? highest : null)
        return (
          <>
            <ValueAxis scale={scale} left={left} width={width} format={axis} />
            <PointAxis
              labels={points.map((point) => point.label)}
              x={(index) => left + (index + 0.5) * step}
              width={width}
              left={left}
              y={height - 6}
            />
            {points.map((point, index) => (
              <Column
                key={index}
                {...{ point, index, series, scale, inset, step, left }}
                usual={compared?.values[index] ?? null}
                highlighted={labelledIndex === index}
              />
            ))}
            <Marks marks={lines} x={(at) => left + at * step} width={width} bottom={height - bottomRoom} />
            {peak && (sums[highest] ?? 0) > 0 ? (
              <PeakLabel
                {...{ highest, sums, scale, step, left, width }}
                text={peak(sums[highest] ?? 0)}
                compared={compared?.values ?? []}
              />
            ) : null}
          </>
        )
      }}
    </Plot>
  )
}

interface PeakLabelProps extends Pick<ColumnProps, 'scale' | 'step' | 'left'> {
  readonly text: string
  readonly highest: number
  readonly sums: readonly number[]
  readonly compared: readonly (number | null)[]
  readonly width: number
}

/** No bar is wider, in px: a few of them would become a wall. */
const widest = 56

/** The width of one of its letters, in px. */
const peakLetter = 8

/** Over the highest column, above every bar and tick that it would touch. */
function PeakLabel({ text, highest, sums, compared, scale, step, left, width }: PeakLabelProps) {
  const labelWidth = text.length * peakLetter
  const touched = (_value: unknown, index: number): boolean =>
    Math.abs(index - highest) * step <= (labelWidth + step) / 2
  const top = Math.max(...sums.filter(touched), ...compared.filter(touched).map((value) => value ?? 0))
  return (
    <text
      className={styles.peak}
      x={Math.min(left + (highest + 0.5) * step, width - labelWidth / 2)}
      y={scale(top) - 8}
      textAnchor="middle"
    >
      {text}
    </text>
  )
}

interface ColumnProps extends Pick<TimeChartProps, 'series'> {
  readonly point: TimeChartProps['points'][number]
  readonly index: number
  readonly scale: (value: number) => number
  /** Free space on each side of the bar. */
  readonly inset: number
  readonly step: number
  readonly left: number
  readonly usual: number | null
  readonly highlighted: boolean
}

/** One slot of the chart: its bars and the tick of the compared value. */
function Column(props: ColumnProps) {
  const { point, index, series, scale, inset, step, left, usual, highlighted } = props
  const x = left + index * step + inset
  const wide = Math.max(1, step - 2 * inset)
  return (
    <g
      className={styles.column}
      data-on={highlighted}
      data-partial={point.partial}
      data-stacked={series.length > 1}
    >
      <StackedBars {...{ series, index, x, wide, scale }} />
      {usual ? (
        <rect
          className={styles.usual}
          x={x - wide * 0.16}
          width={Math.max(2, wide * 1.32)}
          y={scale(usual) - 2}
          height="4"
          rx="1"
        />
      ) : null}
    </g>
  )
}

interface StackedBarsProps extends Pick<TimeChartProps, 'series'> {
  readonly index: number
  readonly x: number
  readonly wide: number
  readonly scale: (value: number) => number
}

function StackedBars({ series, index, x, wide, scale }: StackedBarsProps) {
  const stacked = series.length > 1
  let from = 0
  return series.map((one, place) => {
    // Refunds may exceed an hour's sales: below nothing there is no bar, its tip tells.
    const value = Math.max(0, one.values[index] ?? 0)
    if (value === 0) return null
    const base = stacked ? from : 0
    from = base + value
    return (
      <rect
        key={one.name}
        x={x}
        width={wide}
        y={Math.min(scale(from), scale(base))}
        height={Math.max(0.5, Math.abs(scale(base) - scale(from)) - (stacked ? 1 : 0))}
        rx={Math.min(2, wide / 3)}
        style={stacked ? { fill: one.colour ?? seriesColour(place) } : undefined}
      />
    )
  })
}

interface MarksProps {
  readonly marks: readonly { readonly at: number; readonly name: string }[]
  readonly x: (at: number) => number
  readonly width: number
  readonly bottom: number
}

function Marks({ marks, x, width, bottom }: MarksProps) {
  return marks.map(({ at, name }) => (
    <g key={name} className={styles.mark}>
      <line x1={x(at)} x2={x(at)} y1={topRoom + 6} y2={bottom} />
      <text x={Math.min(x(at), width - name.length * 4)} y={topRoom + 2} textAnchor="middle">
        {name}
      </text>
    </g>
  ))
}
