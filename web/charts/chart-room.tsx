import styles from './chart-frame.module.css'
import { Legend, type LegendEntry } from './legend.tsx'

/** Placeholder while a chart's code loads: same height and legend as the chart, so that nothing shifts. */
export function ChartRoom({
  legend,
  height,
}: {
  readonly legend: readonly LegendEntry[]
  readonly height: number
}) {
  return (
    <div className={styles.figure}>
      <div className={styles.top}>
        <Legend entries={legend} />
        <span className={styles.toggle} />
      </div>
      <div style={{ minHeight: height }} />
    </div>
  )
}
