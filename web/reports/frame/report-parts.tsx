import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { metrics, smallChange, type MetricName } from '../../../contract/reports/metrics.ts'
import { afterPaint } from '../../browser/after-paint.ts'
import { FailedPart } from '../../shell/states.tsx'
import { Definition } from '../../ui/definition.tsx'
import { Pill } from '../../ui/pill.tsx'
import { count, decimal, money, percent } from '../../words/format.ts'

// The texts are loaded after the figures: a first visit does not wait for them, and they open offline.
const loadText = () => import('./metric-text.tsx')
const MetricText = lazy(loadText)

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
      return `${count(value)} min`
  }
}

/** Half a percentage point. */
const smallPoints = 0.005

/** The arrow shows the direction, the colour whether that is good; a change below 2 % of what was is grey. */
export function Change({
  name,
  now,
  before,
}: {
  readonly name: MetricName
  readonly now: number | null
  readonly before: number | null
}) {
  if (now === null || before === null) return null
  const { unit, goodWhen } = metrics[name]
  const relative = unit === 'cents' || unit === 'count'
  if (relative && before === 0) return null
  const difference = relative ? now / before - 1 : now - before
  const words = relative
    ? percent(Math.abs(difference))
    : unit === 'share'
      ? `${decimal(Math.abs(difference) * 100, 1)} p.p.`
      : unit === 'minutes'
        ? `${count(Math.abs(difference))} min`
        : decimal(Math.abs(difference), 1)
  // A change that rounds to zero counts as none.
  if (Math.abs(difference) < (unit === 'score' ? 0.05 : 0.0005)) return <Pill icon="level">igual</Pill>
  const up = difference > 0
  const small =
    Math.abs(difference) < (relative ? smallChange : smallChange * Math.abs(before)) ||
    (unit === 'share' && Math.abs(difference) < smallPoints)
  const good = goodWhen === 'neither' || small ? null : (goodWhen === 'up') === up
  return (
    <Pill tone={good === null ? 'plain' : good ? 'ok' : 'bad'} icon={up ? 'up' : 'down'}>
      {up ? '+' : '−'}
      {words}
    </Pill>
  )
}
