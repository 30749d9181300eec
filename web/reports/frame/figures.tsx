import type { ReactNode } from 'react'
import { metrics, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { figureMoney } from './money-words.rules.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './figures.module.css'
import { Change, figure, MetricDefinition } from './report-parts.tsx'

/**
 * Up to four figures of 32 px straight on the counter, each with its definition and change; the others are
 * text below them.
 *
 *   <Figures figures={[{ name: 'orders', now: 503, before: 489 }]} />
 */
export interface Figure {
  readonly name: MetricName
  /** Overrides the metric's label. */
  readonly label?: string
  readonly now: number | null
  /** Null: nothing to compare with. */
  readonly before: number | null
  /** A short fact below. */
  readonly more?: ReactNode
}

const large = 4

export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const rest = figures.slice(large)
  return (
    <>
      <Row as="dl" align="baseline" wrap className={styles.figures}>
        {figures.slice(0, large).map((one) => (
          <div key={one.name}>
            <FigureName figure={one} />
            <dd>
              <b data-metric={one.name} data-cents={centsOf(one)} className={styles.figure}>
                {wordsOf(one)}
              </b>{' '}
              <Change name={one.name} now={one.now} before={one.before} />
            </dd>
            {one.more ? (
              <Muted as="dd" size={2}>
                {one.more}
              </Muted>
            ) : null}
          </div>
        ))}
      </Row>
      {rest.length > 0 ? (
        <Row as="dl" align="stretch" wrap className={styles.rest}>
          {rest.map((one) => (
            <div key={one.name}>
              <FigureName figure={one} />
              <dd>
                <b data-metric={one.name}>{figure(one.name, one.now)}</b>{' '}
                <Change name={one.name} now={one.now} before={one.before} />
                {one.more ? (
                  <Muted as="span" size={2}>
                    {one.more}
                  </Muted>
                ) : null}
              </dd>
            </div>
          ))}
        </Row>
      ) : null}
    </>
  )
}

/** Exact, because the words may leave out the cents. */
const centsOf = ({ name, now }: Figure): number | undefined =>
  metrics[name].unit === 'cents' ? (now ?? undefined) : undefined

const wordsOf = ({ name, now }: Figure): string =>
  now !== null && metrics[name].unit === 'cents' ? figureMoney(now) : figure(name, now)

function FigureName({ figure: { name, label } }: { readonly figure: Figure }) {
  return (
    <dt>
      {label ?? metrics[name].label}
      <MetricDefinition name={name} />
    </dt>
  )
}
