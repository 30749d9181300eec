import { seriesColour } from './palette.ts'
import type { TipRow } from './plot.tsx'

export interface ChartPoint {
  /** Short, below the axis. */
  readonly label: string
  /** In the tooltip and the table. */
  readonly title: string
  /** Not over yet: drawn hollow. */
  readonly partial?: boolean
}

interface ChartSeries {
  readonly name: string
  /** One for each point; null is a gap. */
  readonly values: readonly (number | null)[]
  /** What it is known by elsewhere, such as a channel. Absent: the next of the palette. */
  readonly colour?: string | undefined
}

export interface TimeChartProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly compared?: ChartSeries | undefined
  /** Exact, for tooltip and table. */
  readonly format: (value: number) => string
  /** Short, for the axis. Default: `format`. */
  readonly axis?: (value: number) => string
  readonly height?: number
}

type Drawn = Pick<TimeChartProps, 'series' | 'format'> & { readonly compared: ChartSeries | undefined }

export function tipRows(index: number, { series, compared, format }: Drawn): readonly TipRow[] {
  const row = (name: string, value: number | null | undefined, more: Partial<TipRow>) =>
    value === null || value === undefined ? [] : [{ name, value: format(value), ...more }]
  return [
    ...series.flatMap(({ name, values, colour }, place) =>
      row(name, values[index], { look: 'bar', colour: colour ?? seriesColour(place) }),
    ),
    ...(compared ? row(compared.name, compared.values[index], { look: 'tick' }) : []),
  ]
}

/** The same figures as a table, for readers who do not see the chart. */
export function tableOf({
  label,
  points,
  series,
  compared,
  format,
}: Drawn & { readonly label: string; readonly points: readonly ChartPoint[] }) {
  const columns = compared ? [...series, compared] : series
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
