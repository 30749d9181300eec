import type { ReactNode } from 'react'
import { metrics, type MetricName } from '../../../contract/reports/metrics.ts'
import styles from './figure-cards.module.css'
import { Change, figure, MetricDefinition } from './report-parts.tsx'

/**
 * Figures in cards, each with its definition and change.
 *
 *   <FigureCards cards={[{ name: 'net', now: cents, before: cents }]} compared="8 a 14 de nov." />
 */
export interface FigureCard {
  readonly name: MetricName
  /** Overrides the metric's label. */
  readonly label?: string
  readonly now: number | null
  /** Null: nothing to compare with. */
  readonly before: number | null
  readonly more?: ReactNode
}

export function FigureCards({
  cards,
  compared,
}: {
  readonly cards: readonly FigureCard[]
  readonly compared: string
}) {
  return (
    <dl className={styles.cards} style={{ '--cards': cards.length } as React.CSSProperties}>
      {cards.map(({ name, label, now, before, more }) => (
        <div key={name} className={styles.card}>
          <dt>
            {label ?? metrics[name].label}
            <MetricDefinition name={name} />
          </dt>
          <dd
            className={styles.figure}
            data-metric={name}
            // Long figures get a smaller font instead of being cut.
            style={{ '--letters': figure(name, now).length } as React.CSSProperties}
          >
            {figure(name, now)}
          </dd>
          <dd className={styles.more}>
            <Change name={name} now={now} before={before} />
            {more ?? (before === null || compared === '' ? null : <span>antes {figure(name, before)}</span>)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
