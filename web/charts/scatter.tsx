import styles from './charts.module.css'
import { axisRoom, bottomRoom, topRoom, ValueAxis, valueScale } from './axes.tsx'
import { labelPlaces } from './label-places.rules.ts'
import { linearScale } from './linear-scale.ts'
import { Plot } from './plot.tsx'

/**
 * Two figures of each item plotted against each other, with both means drawn.
 *
 *   <Scatter label="Vendas e qualidade por loja" points={[{ key, name, x, y }]}
 *     x={{ name: 'Faturamento líquido', format: money, axis: moneyAxis }} y={{ name: 'No prazo', format: percent }} />
 */
interface ScatterAxis {
  readonly name: string
  readonly format: (value: number) => string
  readonly axis?: (value: number) => string
  /** Start of the axis. Default: zero. */
  readonly from?: number
  readonly to?: number
}

interface ScatterProps {
  readonly label: string
  readonly points: readonly {
    readonly key: string
    readonly name: string
    readonly x: number
    readonly y: number
  }[]
  readonly x: ScatterAxis
  readonly y: ScatterAxis
  readonly height?: number
  /** What a point is, in the legend. */
  readonly each: string
}

export function Scatter({ label, points, x, y, height = 300, each }: ScatterProps) {
  const byX = points.toSorted((a, b) => a.x - b.x)
  const foot = bottomRoom + 18
  const frame = (width: number) => {
    const heights = points.map((point) => point.y)
    const pixels = [height - foot, topRoom + 18] as const
    const up =
      y.from === undefined
        ? valueScale(heights, ...pixels)
        : linearScale({ values: [y.from, y.to ?? Math.max(y.from + 1e-9, ...heights)], pixels })
    const left = axisRoom(up, y.axis ?? y.format)
    const across = linearScale({
      values: [x.from ?? 0, x.to ?? Math.max(1, ...points.map((point) => point.x))],
      steps: 5,
      pixels: [left + 8, width - 12],
    })
    return { up, across, left }
  }
  const middle = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const meanX = middle(points.map((point) => point.x))
  const meanY = middle(points.map((point) => point.y))
  return (
    <Plot
      label={label}
      height={height}
      count={byX.length}
      legend={[
        { name: each, look: 'bar' },
        { name: 'média', look: 'dots' },
      ]}
      table={{
        head: ['Nome', x.name, y.name],
        rows: byX.map((point) => [point.name, x.format(point.x), y.format(point.y)]),
      }}
      at={(px, py, width) => {
        const { up, across } = frame(width)
        let best: number | null = null
        let least = 48 ** 2
        byX.forEach((point, index) => {
          const far = (across(point.x) - px) ** 2 + (up(point.y) - py) ** 2
          if (far < least) [best, least] = [index, far]
        })
        return best
      }}
      tip={(index, width) => {
        const { up, across } = frame(width)
        const point = byX[index]
        return {
          x: across(point?.x ?? 0),
          y: up(point?.y ?? 0) - 24,
          title: point?.name ?? '',
          rows: [
            { name: x.name, value: x.format(point?.x ?? 0) },
            { name: y.name, value: y.format(point?.y ?? 0) },
          ],
        }
      }}
    >
      {(width, active) => {
        const { up, across, left } = frame(width)
        return (
          <>
            <text x={0} y={12} className={styles.axisName}>
              {y.name}
            </text>
            <ValueAxis scale={up} left={left} width={width} format={y.axis ?? y.format} />
            {across.ticks(Math.max(2, Math.floor(width / 150))).map((tick) => (
              <text
                key={tick}
                x={Math.min(across(tick), width - 24)}
                y={height - foot + 18}
                textAnchor="middle"
              >
                {(x.axis ?? x.format)(tick)}
              </text>
            ))}
            <text x={width} y={height - 4} textAnchor="end" className={styles.axisName}>
              {x.name}
            </text>
            <line
              x1={across(meanX)}
              x2={across(meanX)}
              y1={topRoom + 18}
              y2={height - foot}
              className={styles.comparedLine}
            />
            <line x1={left} x2={width} y1={up(meanY)} y2={up(meanY)} className={styles.comparedLine} />
            <Spots
              spots={byX.map((point) => ({ x: across(point.x), y: up(point.y), name: point.name }))}
              width={width}
              active={active}
            />
          </>
        )
      }}
    </Plot>
  )
}

function Spots({
  spots,
  width,
  active,
}: {
  readonly spots: readonly { readonly x: number; readonly y: number; readonly name: string }[]
  readonly width: number
  readonly active: number | null
}) {
  const places = labelPlaces(spots, width)
  return spots.map((spot, index) => {
    const place = places[index]
    return (
      <g key={index} className={styles.spot} data-on={active === null || active === index}>
        <circle cx={spot.x} cy={spot.y} r={active === index ? 9 : 7} />
        {place ? (
          <text x={place.x} y={place.y} textAnchor={place.anchor}>
            {spot.name}
          </text>
        ) : null}
      </g>
    )
  })
}
