import styles from './chart-frame.module.css'
import { seriesColour } from './palette.ts'

/** How a mark is drawn beside its name in legend and tooltip. */
export type Look = 'bar' | 'tick' | 'dots'

export interface LegendEntry {
  readonly name: string
  readonly look: Look
  readonly colour?: string | undefined
}

export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {entries.map(({ name, look, colour }) => (
        <li key={name}>
          <Swatch look={look} colour={colour} /> {name}
        </li>
      ))}
    </ul>
  )
}

export function Swatch({ look, colour }: { readonly look: Look; readonly colour?: string | undefined }) {
  return (
    <i className={`${styles.swatch} ${styles[look] ?? ''}`} style={colour ? { color: colour } : undefined} />
  )
}

interface Named {
  readonly name: string
  readonly colour?: string | undefined
}

/** The legend of a time chart, in drawing order. */
export function legendOf(series: readonly Named[], compared: Named | undefined): readonly LegendEntry[] {
  return [
    ...series.map(({ name, colour }, index) => ({
      name,
      look: 'bar' as const,
      colour: colour ?? seriesColour(index),
    })),
    ...(compared ? [{ name: compared.name, look: 'tick' as const }] : []),
  ]
}
