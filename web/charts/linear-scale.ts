import { nice, ticks } from 'd3-array'

/** A linear scale from values to pixels. */
export interface LinearScale {
  (value: number): number
  /** About this many round values of the scale. */
  readonly ticks: (count: number) => number[]
}

interface ScaleOptions {
  /** The values at the two ends; with `steps`, rounded outward for about that many steps. */
  readonly values: readonly [from: number, to: number]
  readonly steps?: number
  readonly pixels: readonly [from: number, to: number]
}

/** The part of d3-scale that the charts need: the rest (dates, colours, formats) is 7 kB on a first visit. */
export function linearScale({
  values: [least, largest],
  steps,
  pixels: [start, end],
}: ScaleOptions): LinearScale {
  const [from, to] = steps === undefined ? [least, largest] : nice(least, largest, steps)
  const scale = (value: number) => start + ((value - from) / (to - from)) * (end - start)
  return Object.assign(scale, { ticks: (count: number) => ticks(from, to, count) })
}
