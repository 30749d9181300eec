import type { ReactNode } from 'react'
import styles from './charts.module.css'

/**
 * From one sum to the next, each step drawn from its start to its end. It is its own table. `add` moves the
 * level by `value`; `sum` shows the level reached; `aside` is drawn without moving it.
 *
 *   <Waterfall steps={[{ key: 'gross', name: 'Bruto', value, kind: 'sum' }, { key: 'refunds', name, value: -cents, kind: 'add' }]}
 *     format={money} />
 */
export interface WaterfallStep {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  readonly kind: 'add' | 'sum' | 'aside'
}

interface WaterfallProps {
  readonly steps: readonly WaterfallStep[]
  readonly format: (value: number) => string
}

export function Waterfall({ steps, format }: WaterfallProps) {
  const drawn = levelsOf(steps)
  const largest = Math.max(1, ...drawn.map((step) => step.high))
  const least = Math.min(0, ...drawn.map((step) => step.low))
  const at = (value: number) => `${((value - least) / (largest - least)) * 100}%`
  return (
    <ul className={styles.waterfall}>
      {drawn.map((step) => (
        <li key={step.key} data-bridge={step.key} data-kind={step.kind}>
          <span>{step.name}</span>
          <i aria-hidden="true">
            <u
              data-tone={step.kind === 'add' ? (step.value < 0 ? 'less' : 'more') : step.kind}
              style={{
                left: at(step.low),
                width: `max(2px, ${((step.high - step.low) / (largest - least)) * 100}%)`,
              }}
            />
          </i>
          <b>{step.value < 0 ? `− ${format(-step.value)}` : format(Math.abs(step.value))}</b>
        </li>
      ))}
    </ul>
  )
}

function levelsOf(steps: readonly WaterfallStep[]) {
  let level = 0
  return steps.map((step) => {
    const from = step.kind === 'add' ? level : 0
    const to = step.kind === 'add' ? level + step.value : step.value
    if (step.kind !== 'aside') level = to
    return { ...step, low: Math.min(from, to), high: Math.max(from, to) }
  })
}
