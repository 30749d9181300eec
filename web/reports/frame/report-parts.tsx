import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { metrics, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { afterPaint } from '../../browser/after-paint.ts'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import { FailedPart } from '../../screens/states.tsx'
import { Definition } from '../../ui/definition.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { count, decimal, money, percent } from '../../words/format.ts'
import { changeWords } from './change.rules.ts'
import { Muted } from '../../kit/text.tsx'
import styles from './figures.module.css'

// The texts are loaded after the figures: a first visit does not wait for them, and they open offline.
const loadText = () => import('./metric-text.tsx')
const MetricText = lazyFramed(loadText, 'MetricText')

/** Explains a figure: its formula and source data. */
export function MetricDefinition({ name }: { readonly name: MetricName }) {
  useEffect(() => {
    void afterPaint()
      .then(loadText)
      .catch(() => undefined)
  }, [])
  return (
    <Definition label={metrics[name].label}>
      <CatchBoundary getResetKey={() => name} errorComponent={FailedPart}>
        <Suspense fallback="Carregando…">
          <MetricText name={name} />
        </Suspense>
      </CatchBoundary>
    </Definition>
  )
}

export function figure(name: MetricName, value: number | null): string {
  if (value === null) return '–'
  switch (metrics[name].unit) {
    case 'cents':
      return money(value)
    case 'count':
      return count(value)
    case 'share':
      return percent(value)
    case 'score':
      return decimal(value, 1)
    case 'minutes':
      return `${count(value)}\u00a0min`
  }
}

/** The pill of a page's head, and what it is against: `▲ 4,3 % contra uma sexta comum.` */
export function Against({
  name,
  now,
  before,
  text,
}: {
  readonly name: MetricName
  readonly now: number
  readonly before: number
  readonly text: string
}) {
  const level = changeWords(name, now, before)?.direction === 'level'
  return (
    <>
      <Change name={name} now={now} before={before} pill /> {level ? 'a' : 'contra'} {text}.
    </>
  )
}

/** ▲ ▼ show the direction, the colour whether that is good. `pill`: only beside the large figure. */
export function Change({
  name,
  now,
  before,
  pill = false,
}: {
  readonly name: MetricName
  readonly now: number | null
  readonly before: number | null
  readonly pill?: boolean
}) {
  const words = changeWords(name, now, before)
  if (!words) return null
  const { direction, size, tone } = words
  return (
    <Muted
      as="span"
      size={2}
      className={styles.change}
      data-direction={direction}
      data-tone={tone}
      data-pill={pill}
    >
      {direction === 'level' ? null : (
        <>
          <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>
          <Hidden>{direction === 'up' ? 'subiu' : 'caiu'}</Hidden>
          {'\u00a0'}
        </>
      )}
      {size}
    </Muted>
  )
}
