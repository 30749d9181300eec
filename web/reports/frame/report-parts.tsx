import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { metrics, type MetricName } from '../../../contract/reports/metrics.ts'
import { lazyPart } from '../../shell/stale-chunk.ts'
import { FailedPart } from '../../shell/states.tsx'
import { Definition, Pill } from '../../ui/pieces.tsx'
import { count, decimal, money, percent } from '../../words/format.ts'

/** What every report says of a figure: its definition, its words, its change. */
export function Meaning({ name }: { readonly name: MetricName }) {
  return (
    <Definition label={metrics[name].label} onNear={() => void loadDefinitions().catch(() => {})}>
      {() => (
        <CatchBoundary getResetKey={() => name} errorComponent={FailedPart}>
          <Suspense fallback="carregando…">
            <DefinitionText name={name} />
          </Suspense>
        </CatchBoundary>
      )}
    </Definition>
  )
}

const loadDefinitions = () => import('./definition-text.tsx')
/** Few open them and no first visit waits for them; a line that is gone by then is not missed. */
const wordsAfterMs = 5_000

/** Has the words of all figures ready once a report has stood for a while. */
export function useWordsOfFigures(): void {
  useEffect(() => {
    const soon = setTimeout(() => void loadDefinitions().catch(() => {}), wordsAfterMs)
    return () => clearTimeout(soon)
  }, [])
}

const DefinitionText = lazyPart(loadDefinitions, 'DefinitionText')

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

/** The arrow says which way, the colour whether that is good. */
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
  // What the words would show as nothing is nothing.
  if (Math.abs(difference) < (unit === 'score' ? 0.05 : 0.0005)) return <Pill icon="level">igual</Pill>
  const up = difference > 0
  const good = goodWhen === 'neither' ? null : (goodWhen === 'up') === up
  return (
    <Pill tone={good === null ? 'plain' : good ? 'ok' : 'bad'} icon={up ? 'up' : 'down'}>
      {up ? '+' : '−'}
      {words}
    </Pill>
  )
}
