import { area, line } from 'd3-shape'
import styles from './charts.module.css'
import { axisRoom, bottomRoom, PointAxis, topRoom, ValueAxis, valueScale } from './axes.tsx'
import { legendOf } from './legend.tsx'
import { seriesColour } from './palette.ts'
import { Plot, type TipRow } from './plot.tsx'

/**
 * Values over time. One series is drawn as a line over a soft area, several as lines; the comparison is
 * a tick at each point, because a curve would claim values between them; a forecast is dashed, with its band.
 *
 *   <LineChart label="Faturamento líquido por dia" points={[{ label: '20/11', title: 'sexta, 20 de nov.' }]}
 *     series={[{ name: 'este período', values }]} compared={{ name: 'semana anterior', values }}
 *     forecast={{ name: 'previsão', values, low, high }} format={money} axis={moneyAxis} />
 */
export interface ChartPoint {
  /** Short, below the axis. */
  readonly label: string
  /** In the tooltip and the table. */
  readonly title: string
  /** Not over yet: drawn hollow. */
  readonly partial?: boolean
}

export interface ChartSeries {
  readonly name: string
  /** One for each point; null is a gap. */
  readonly values: readonly (number | null)[]
}

export interface ChartForecast extends ChartSeries {
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}

export interface TimeChartProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly compared?: ChartSeries | undefined
  readonly forecast?: ChartForecast | undefined
  /** Exact, for tooltip and table. */
  readonly format: (value: number) => string
  /** Short, for the axis. Default: `format`. */
  readonly axis?: (value: number) => string
  readonly height?: number
}

export function LineChart({
  label,
  points,
  series,
  compared,
  forecast,
  format,
  axis = format,
  height = 250,
}: TimeChartProps) {
  const frame = (width: number) => {
    const scale = valueScale(valuesOf(series, compared, forecast), height - bottomRoom, topRoom)
    const left = axisRoom(scale, axis)
    const step = points.length > 1 ? (width - left - 14) / (points.length - 1) : 0
    return {
      scale,
      left,
      x: (index: number) => left + 6 + (points.length > 1 ? index * step : (width - left) / 2),
      step,
    }
  }
  return (
    <Plot
      label={label}
      height={height}
      count={points.length}
      begin={points.length - 1}
      legend={legendOf(series, compared, forecast, 'line')}
      table={tableOf({ label, points, series, compared, forecast, format })}
      at={(x, _y, width) => {
        const { left, step } = frame(width)
        return Math.max(0, Math.min(points.length - 1, Math.round((x - left - 6) / Math.max(1e-9, step))))
      }}
      tip={(index, width) => {
        const { scale, x } = frame(width)
        const rows = tipRows(index, { series, compared, forecast, format }, 'line')
        const first = series[0]?.values[index] ?? forecast?.values[index] ?? 0
        return { x: x(index), y: scale(first) - 20, title: points[index]?.title ?? '', rows }
      }}
    >
      {(width, active) => {
        const { scale, left, x } = frame(width)
        return (
          <>
            <ValueAxis scale={scale} left={left} width={width} words={axis} />
            <PointAxis
              labels={points.map((point) => point.label)}
              x={x}
              width={width}
              left={left}
              y={height - 6}
            />
            <LineMarks
              points={points}
              series={series}
              compared={compared}
              forecast={forecast}
              x={x}
              y={scale}
            />
            {active === null ? null : (
              <line
                x1={x(active)}
                x2={x(active)}
                y1={topRoom}
                y2={height - bottomRoom}
                className={styles.cursor}
              />
            )}
          </>
        )
      }}
    </Plot>
  )
}

interface LineMarksProps extends Pick<TimeChartProps, 'points' | 'series' | 'compared' | 'forecast'> {
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

function LineMarks({ points, series, compared, forecast, x, y }: LineMarksProps) {
  // A running day must not look like a drop, so its point is not connected.
  const withoutPartial = (values: readonly (number | null)[]) =>
    values.map((value, index) => (points[index]?.partial && points.length > 1 ? null : value))
  const path = line<number | null>(
    (_value, index) => x(index),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)
  const fill = area<number | null>(
    (_value, index) => x(index),
    y(0),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)
  const band = area<number>(
    (index) => x(index),
    (index) => y(forecast?.low[index] ?? 0),
    (index) => y(forecast?.high[index] ?? 0),
  ).defined((index) => forecast?.low[index] != null && forecast.high[index] != null)
  const tickWidth = points.length > 1 ? Math.max(3, Math.min(16, (x(1) - x(0)) * 0.6)) : 16
  return (
    <>
      {forecast ? (
        <path d={band(points.map((_point, index) => index)) ?? ''} className={styles.bandMark} />
      ) : null}
      {series.length === 1 ? (
        <path d={fill(withoutPartial(series[0]?.values ?? [])) ?? ''} className={styles.area} />
      ) : null}
      {compared ? (
        <g className={styles.usualTicks}>
          {compared.values.map((value, index) =>
            value === null ? null : (
              <rect
                key={index}
                x={x(index) - tickWidth / 2}
                y={y(value) - 2}
                width={tickWidth}
                height="4"
                rx="2"
              />
            ),
          )}
        </g>
      ) : null}
      {forecast ? <path d={path([...forecast.values]) ?? ''} className={styles.forecastLine} /> : null}
      {series.map((one, index) => (
        <path
          key={one.name}
          d={path(withoutPartial(one.values)) ?? ''}
          className={styles.lineMark}
          style={{ stroke: seriesColour(index) }}
        />
      ))}
      {series.map((one, index) =>
        one.values.map((value, at) =>
          value === null || (points.length > 31 && !points[at]?.partial) ? null : (
            <circle
              key={`${one.name}-${at}`}
              cx={x(at)}
              cy={y(value)}
              r={points[at]?.partial ? 4 : 3}
              className={points[at]?.partial ? styles.open : styles.dot}
              style={{ color: seriesColour(index) }}
            />
          ),
        ),
      )}
    </>
  )
}

export function valuesOf(
  series: readonly ChartSeries[],
  compared?: ChartSeries,
  forecast?: ChartForecast,
): number[] {
  return [...series, compared, forecast ? { name: '', values: forecast.high } : undefined].flatMap(
    (one) => one?.values.filter((value) => value !== null) ?? [],
  )
}

interface LineTexts {
  readonly series: readonly ChartSeries[]
  readonly compared: ChartSeries | undefined
  readonly forecast: ChartForecast | undefined
  readonly format: (value: number) => string
}

export function tipRows(
  index: number,
  { series, compared, forecast, format }: LineTexts,
  look: 'bar' | 'line',
): readonly TipRow[] {
  const row = (name: string, value: number | null | undefined, more: Partial<TipRow>) =>
    value === null || value === undefined ? [] : [{ name, value: format(value), ...more }]
  const low = forecast?.low[index]
  const high = forecast?.high[index]
  return [
    ...series.flatMap(({ name, values }, place) =>
      row(name, values[index], { look, colour: seriesColour(place) }),
    ),
    ...(compared
      ? row(compared.name, compared.values[index], { look: look === 'bar' ? 'tick' : 'dots' })
      : []),
    ...(forecast
      ? row(forecast.name, forecast.values[index], { look: look === 'bar' ? 'outline' : 'band' })
      : []),
    ...(low != null && high != null ? [{ name: 'entre', value: `${format(low)} e ${format(high)}` }] : []),
  ]
}

export function tableOf({
  label,
  points,
  series,
  compared,
  forecast,
  format,
}: LineTexts & { readonly label: string; readonly points: readonly ChartPoint[] }) {
  const columns = [...series, ...(compared ? [compared] : []), ...(forecast ? [forecast] : [])]
  return {
    head: [label, ...columns.map((column) => column.name)],
    rows: points.map((point, index) => [
      point.title,
      ...columns.map((column) => {
        const value = column.values[index]
        return value === null || value === undefined ? '–' : format(value)
      }),
    ]),
  }
}
