import styles from './chart-frame.module.css'
import { Legend, type LegendEntry } from './legend.tsx'

/** The room of a chart whose code still comes: as high as the chart, with its legend, so that nothing moves. */
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
