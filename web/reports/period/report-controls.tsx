import { useState } from 'react'
import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom, periodComparisons } from '../../../contract/reports/choices.ts'
import type { PeriodComparison } from '../../../contract/reports/period.ts'
import { ChoiceList } from '../../ui/sentence/choice-list.tsx'
import { Word } from '../../ui/sentence/sentence.tsx'
import { dayRange } from '../../words/format.ts'
import { Calendar } from '../../days/calendar.tsx'
import type { DayRange } from '../../days/months.rules.ts'
import { DaysPanel, type StepsProps } from './days-panel.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './days-panel.module.css'
import {
  comparedWords,
  comparisonLabels,
  periodWords,
  presetLabels,
  rangeBrief,
  withYear,
} from './period-labels.ts'
import { periodPresets, type PeriodSearch } from './period-search.rules.ts'
import { defaultComparison, neighbour, presetOf, rangeOf, rangeOfPreset } from './period.rules.ts'

/**
 * Period and comparison of a report, as words of its sentence. They hold no state: values come from the
 * address, and changes go there. `ReportFrame` shows them on every period report.
 */
export interface ControlsProps {
  readonly search: PeriodSearch
  /** The running business day of the selection. */
  readonly today: string
  /** Undefined removes a parameter from the address. */
  readonly onChange: (change: PeriodChange) => void
}

type PeriodChange = { readonly [key in keyof PeriodSearch]?: PeriodSearch[key] | undefined }

const noPeriod = { period: undefined, from: undefined, to: undefined } as const

export function PeriodWord({ search, today, onChange }: ControlsProps) {
  const range = rangeOf(search, today)
  const preset = presetOf(range, today)
  const words = periodWords(range, today)
  return (
    <Word label="Escolher o período" title="período" text={words.long} short={words.short} shortens={1}>
      {(close) => (
        <DaysPanel
          presets={periodPresets.map((value) => {
            const days = rangeOfPreset(value, today)
            return { value, label: presetLabels[value], detail: rangeBrief(days) }
          })}
          preset={preset ?? undefined}
          chosen={range}
          max={today}
          steps={periodSteps({ search, today, onChange })}
          onPreset={(period) => {
            onChange({ ...noPeriod, period })
            close()
          }}
          onChoose={(days) => {
            onChange({ ...noPeriod, ...days })
            close()
          }}
        />
      )}
    </Word>
  )
}

/** To the periods of the same length before and after. */
export function periodSteps({ search, today, onChange }: ControlsProps): StepsProps {
  const range = rangeOf(search, today)
  const before = neighbour(range, -1, today)
  const after = neighbour(range, 1, today)
  const go = (next: DayRange | null) => next && onChange({ ...noPeriod, ...next })
  return {
    before: { label: 'Período anterior', onGo: () => go(before) },
    after: {
      label: 'Próximo período',
      onGo: () => go(after),
      disabledReason: after ? null : 'O período já chega até hoje.',
    },
  }
}

export function ComparisonWord({ search, today, onChange }: ControlsProps) {
  const range = rangeOf(search, today)
  const chosen = search.comparison ?? defaultComparison
  const { comparedFrom } = search
  const words = comparedWords(chosen, comparedFrom ? { from: comparedFrom, range, today } : null)
  return (
    <Word
      label="Comparar com"
      title="contra"
      text={words.long}
      short={words.short}
      shortens={2}
      tab={words.tab}
      atDefault={chosen === defaultComparison}
      {...(chosen === 'none' ? {} : { before: 'contra' })}
    >
      {(close) => (
        <ComparisonPanel
          chosen={chosen}
          from={comparedFrom ?? null}
          range={range}
          today={today}
          onChange={(change) => {
            onChange(change)
            close()
          }}
        />
      )}
    </Word>
  )
}

/** The own period last: its calendar opens below. */
const inOrder = periodComparisons.toSorted((a, b) => Number(a === 'custom') - Number(b === 'custom'))

function ComparisonPanel({
  chosen,
  from,
  range,
  today,
  onChange,
}: {
  readonly chosen: PeriodComparison
  readonly from: string | null
  readonly range: DayRange
  readonly today: string
  readonly onChange: (change: PeriodChange) => void
}) {
  const [choosing, setChoosing] = useState(chosen === 'custom')
  const before = addDays(range.from, -1)
  const first = from ?? before
  return (
    <>
      <ChoiceList<PeriodComparison>
        label="Comparar com"
        value={choosing ? 'custom' : chosen}
        options={inOrder.map((value) => {
          const detail = value === 'custom' && from ? ownPeriod(from, range, today) : undefined
          return { value, label: comparisonLabels[value], ...(detail ? { detail } : {}) }
        })}
        onChoose={(wanted) => {
          setChoosing(wanted === 'custom')
          if (wanted !== 'custom')
            onChange({
              comparison: wanted === defaultComparison ? undefined : wanted,
              comparedFrom: undefined,
            })
        }}
      />
      {choosing ? (
        <Stack gap={8} className={styles.own}>
          <p>Toque no primeiro dia. São tantos dias quanto no período.</p>
          <Calendar
            single
            chosen={{ from: first, to: first }}
            max={before}
            onChoose={(day) => onChange({ comparison: 'custom', comparedFrom: day.from })}
          />
        </Stack>
      ) : null}
    </>
  )
}

function ownPeriod(from: string, range: DayRange, today: string): string {
  const to = addDays(from, daysFrom(range.from, range.to))
  return withYear(dayRange(from, to), to, today)
}
