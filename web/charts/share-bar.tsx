import { percent } from '../words/format.ts'
import { Muted } from '../kit/text.tsx'
import styles from './charts.module.css'
import { seriesColour } from './palette.ts'

/**
 * Parts of a whole: one bar, with each part's name, share and amount below. It is its own table.
 *
 *   <ShareBar parts={[{ key: 'own', name: 'Canal próprio', value: cents, detail: '79 pedidos' }]} format={money} />
 */
interface ShareBarProps {
  readonly parts: readonly {
    readonly key: string
    readonly name: string
    readonly value: number
    readonly detail?: string
    /** What it is known by elsewhere, such as a channel. Absent: the next of the palette. */
    readonly colour?: string
  }[]
  readonly format: (value: number) => string
  readonly empty?: string
}

export function ShareBar({ parts, format, empty = 'Sem vendas no período.' }: ShareBarProps) {
  const total = parts.reduce((sum, part) => sum + Math.max(0, part.value), 0)
  if (total === 0) return <Muted>{empty}</Muted>
  const share = (value: number) => Math.max(0, value) / total
  return (
    <>
      <div className={styles.mix} aria-hidden="true">
        {parts.map((part, index) => (
          <i
            key={part.key}
            style={{ width: `${share(part.value) * 100}%`, background: part.colour ?? seriesColour(index) }}
          />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map((part, index) => (
          <li key={part.key}>
            <i style={{ background: part.colour ?? seriesColour(index) }} />
            <span>{part.name}</span>
            <b>{percent(share(part.value), share(part.value) < 0.01 ? 1 : 0)}</b>
            <small>
              {format(part.value)}
              {part.detail ? ` · ${part.detail}` : ''}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
