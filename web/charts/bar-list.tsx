import { useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { percent } from '../words/format.ts'
import { Muted } from '../kit/text.tsx'
import styles from './charts.module.css'

/**
 * Names with a horizontal bar, the amount, the share, and a tick at the compared value. It is its own table.
 *
 *   <BarList rows={[{ key, name, value, compared, share, detail: '31 pedidos' }]} format={money} first={8} />
 */
interface BarRow {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  readonly compared?: number | null
  /** 0 to 1. */
  readonly share?: number | null
  readonly detail?: ReactNode
  /** Shown right of the detail: a change, a link. */
  readonly aside?: ReactNode
}

interface BarListProps {
  readonly rows: readonly BarRow[]
  readonly format: (value: number) => string
  /** Rows shown before "mostrar todos". */
  readonly first?: number
  readonly empty?: string
}

export function BarList({ rows, format, first = 8, empty = 'Nada no período.' }: BarListProps) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return <Muted>{empty}</Muted>
  const largest = Math.max(1, ...rows.flatMap((row) => [row.value, row.compared ?? 0]))
  const shown = all ? rows : rows.slice(0, first)
  return (
    <>
      <ul className={styles.barList}>
        {shown.map((row) => (
          <li key={row.key}>
            <b>{row.name}</b>
            <b className={styles.right}>{format(row.value)}</b>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(Math.max(0, row.value) / largest) * 100}%` }} />
              {row.compared ? (
                <u style={{ left: `${(Math.max(0, row.compared) / largest) * 100}%` }} />
              ) : null}
            </span>
            <small>
              {row.share === null || row.share === undefined ? '' : percent(row.share)}
              {row.share !== null && row.share !== undefined && row.detail ? ' · ' : ''}
              {row.detail}
            </small>
            {row.aside ? <small className={styles.right}>{row.aside}</small> : null}
          </li>
        ))}
      </ul>
      {rows.length > first ? (
        <Button variant="ghost" onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Mostrar todos (${rows.length})`}
        </Button>
      ) : null}
    </>
  )
}
