import { useState } from 'react'
import { defaultComparison } from '../../../contract/reports/choices.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { comparisons, type Comparison } from '../../../contract/reports/daily.ts'
import { ChoiceList } from '../../ui/sentence/choice-list.tsx'
import { Word } from '../../ui/sentence/sentence.tsx'
import { dayBrief, dayShort, weekdayName } from '../../words/format.ts'
import { Calendar } from '../../days/calendar.tsx'
import { DaysPanel, type StepsProps } from '../period/days-panel.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from '../period/days-panel.module.css'
import { withYear } from '../period/period-labels.ts'
import { comparedDayWords, dayWords, type DayWords } from './day-words.rules.ts'
import type { DaySearch } from './day-search.rules.ts'

interface DayControlsProps {
  readonly search: DaySearch
  readonly today: string
  readonly onChange: (change: { readonly [key in keyof DaySearch]?: DaySearch[key] | undefined }) => void
}

const presets = [
  ['today', 'Hoje', 0],
  ['yesterday', 'Ontem', -1],
  ['before', 'Anteontem', -2],
  ['week', 'Há uma semana', -7],
] as const

export function DayWord({ search, today, onChange }: DayControlsProps) {
  const day = search.day ?? today
  const words: DayWords = dayWords(day, today)
  const go = (next: string) => onChange({ day: next >= today ? undefined : next })
  return (
    <Word label="Escolher o dia" title="dia" text={words.long} short={words.short} shortens={1}>
      {(close) => (
        <DaysPanel
          single
          presets={presets.map(([value, name, days]) => ({
            value,
            label: name,
            detail: dayShort(addDays(today, days)),
          }))}
          preset={presets.find(([, , days]) => addDays(today, days) === day)?.[0]}
          chosen={{ from: day, to: day }}
          max={today}
          steps={daySteps({ search, today, onChange })}
          onPreset={(preset) => {
            go(addDays(today, presets.find(([value]) => value === preset)?.[2] ?? 0))
            close()
          }}
          onChoose={({ from }) => {
            go(from)
            close()
          }}
        />
      )}
    </Word>
  )
}

export function daySteps({ search, today, onChange }: DayControlsProps): StepsProps {
  const day = search.day ?? today
  const go = (next: string) => onChange({ day: next >= today ? undefined : next })
  return {
    before: { label: 'Dia anterior', onGo: () => go(addDays(day, -1)) },
    after: {
      label: 'Próximo dia',
      onGo: () => go(addDays(day, 1)),
      disabledReason:
        day === today ? 'Este é o dia de hoje.' : day > today ? 'Este dia ainda não chegou.' : null,
    },
  }
}

export function DayComparisonWord({ search, today, onChange }: DayControlsProps) {
  const day = search.day ?? today
  const chosen = search.comparison ?? defaultComparison
  const words = comparedDayWords(chosen, { day, compared: search.comparedDay ?? null, today })
  return (
    <Word
      label="Comparar com"
      title="contra"
      before="contra"
      text={words.long}
      short={words.short}
      shortens={2}
      tab={words.tab}
      atDefault={chosen === defaultComparison}
    >
      {(close) => (
        <ComparisonPanel
          search={search}
          day={day}
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

function ComparisonPanel({ search, day, today, onChange }: DayControlsProps & { readonly day: string }) {
  const chosen = search.comparison ?? defaultComparison
  const [choosing, setChoosing] = useState(chosen === 'custom')
  const yesterday = addDays(day, -1)
  const compared = search.comparedDay ?? yesterday
  return (
    <>
      <ChoiceList<Comparison>
        label="Comparar com"
        value={choosing ? 'custom' : chosen}
        options={comparisons.map((value) => ({
          value,
          label: labelOf(value, day),
          ...(value === 'custom' && search.comparedDay
            ? { detail: withYear(dayBrief(search.comparedDay), search.comparedDay, today) }
            : {}),
        }))}
        onChoose={(wanted) => {
          setChoosing(wanted === 'custom')
          if (wanted !== 'custom') onChange({ comparison: wanted, comparedDay: undefined })
        }}
      />
      {choosing ? (
        <Stack gap={8} className={styles.own}>
          <Calendar
            single
            chosen={{ from: compared, to: compared }}
            max={yesterday}
            onChoose={({ from }) => onChange({ comparison: 'custom', comparedDay: from })}
          />
        </Stack>
      ) : null}
    </>
  )
}

function labelOf(comparison: Comparison, day: string): string {
  const weekday = weekdayName(day)
  switch (comparison) {
    case 'same-weekday-last-week':
      return `${weekday === 'sábado' || weekday === 'domingo' ? 'O' : 'A'} ${weekday} da semana antes`
    case 'yesterday':
      return 'O dia anterior'
    case 'mean-of-four-same-weekdays':
      return `Média de 4: ${comparedDayWords(comparison, { day, compared: null, today: day }).long}`
    case 'last-year':
      return 'O mesmo dia do ano passado'
    case 'custom':
      return 'Outro dia…'
  }
}
