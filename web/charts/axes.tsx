import styles from './charts.module.css'
import { linearScale, type LinearScale } from './linear-scale.ts'

/** A scale with round steps from zero (or below) to above the largest value. */
export function valueScale(values: readonly number[], bottom: number, top: number): LinearScale {
  const largest = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const ends = [least, largest === least ? least + 1 : largest] as const
  return linearScale({ values: ends, steps: 4, pixels: [bottom, top] })
}

/** Width of the value axis labels. */
export const axisRoom = (scale: LinearScale, format: (value: number) => string): number =>
  Math.max(...scale.ticks(4).map((tick) => format(tick).length)) * 7 + 12

export const bottomRoom = 26
export const topRoom = 10

interface ValueAxisProps {
  readonly scale: LinearScale
  readonly left: number
  readonly width: number
  readonly format: (value: number) => string
}

export function ValueAxis({ scale, left, width, format }: ValueAxisProps) {
  const ticks = scale.ticks(4)
  // Steps finer than the labels can show would repeat labels; an all-zero chart gets one line.
  const labelled = ticks.filter(
    (tick, index) => index === 0 || format(tick) !== format(ticks[index - 1] ?? 0),
  )
  return labelled.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={width}
        y1={scale(tick)}
        y2={scale(tick)}
        className={tick === 0 ? styles.base : styles.grid}
      />
      <text x={left - 8} y={scale(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ))
}

interface PointAxisProps {
  readonly labels: readonly string[]
  /** Centre of the point. */
  readonly x: (index: number) => number
  readonly width: number
  readonly left: number
  readonly y: number
}

/** As many labels as fit, evenly spaced. */
export function PointAxis({ labels, x, width, left, y }: PointAxisProps) {
  const widest = Math.max(1, ...labels.map((label) => label.length)) * 7.4 + 12
  const every = Math.max(1, Math.ceil((labels.length * widest) / Math.max(1, width - left)))
  return labels.map((label, index) => {
    if (index % every !== 0) return null
    const room = (label.length * 7.4) / 2
    const centre = Math.min(Math.max(x(index), left + room - 8), width - room)
    return (
      <text key={index} x={centre} y={y} textAnchor="middle">
        {label}
      </text>
    )
  })
}
