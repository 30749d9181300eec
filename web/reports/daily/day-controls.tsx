import { useState } from 'react'
import { addDays } from '../../../contract/shared/day.ts'
import { comparisons, type Comparison } from '../../../contract/reports/daily.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Popover } from '../../ui/popover.tsx'
import { dayShort } from '../../words/format.ts'
import { withYear } from '../frame/period-labels.ts'
import { Calendar } from '../frame/calendar.tsx'
import type { DaySearch } from './day-search.rules.ts'
import styles from '../frame/report-controls.module.css'

interface DayControlsProps {
  readonly search: DaySearch
  readonly today: string
  readonly onChange: (change: { readonly [key in keyof DaySearch]?: DaySearch[key] | undefined }) => void
}

export function DayPicker({ search, today, onChange }: DayControlsProps) {
  const day = search.day ?? today
  const go = (next: string) => onChange({ day: next >= today ? undefined : next })
  return (
    <>
      <div className={styles.period}>
        <Button icon="previous" aria-label="Dia anterior" onClick={() => go(addDays(day, -1))} />
        <Popover
          label="Escolher o dia"
          icon="calendar"
          className={styles.range ?? ''}
          words={
            <span>
              {day === today ? <b>Hoje </b> : day === addDays(today, -1) ? <b>Ontem </b> : null}
              {withYear(dayShort(day), day, today)}
            </span>
          }
        >
          {(close) => (
            <Calendar
              single
              chosen={{ from: day, to: day }}
              max={today}
              onChoose={({ from }) => {
                go(from)
                close()
              }}
            />
          )}
        </Popover>
        <Button
          icon="next"
          aria-label="Próximo dia"
          disabledReason={
            day === today ? 'Este é o dia de hoje.' : day > today ? 'Este dia ainda não chegou.' : null
          }
          onClick={() => go(addDays(day, 1))}
        />
      </div>
      {day === today ? null : (
        <Button onClick={() => onChange({ day: undefined })} aria-label="Voltar para hoje">
          Hoje
        </Button>
      )}
    </>
  )
}

const words: Record<Comparison, string> = {
  'same-weekday-last-week': 'vs. mesmo dia da semana passada',
  yesterday: 'vs. dia anterior',
  'mean-of-four-same-weekdays': 'vs. média de 4 semanas',
  'last-year': 'vs. mesmo dia do ano passado',
  custom: 'vs. outro dia…',
}

export function DayComparisonPicker({ search, today, onChange }: DayControlsProps) {
  const [choosing, setChoosing] = useState(false)
  const day = search.day ?? today
  const chosen = search.comparison ?? 'same-weekday-last-week'
  const yesterday = addDays(day, -1)
  const compared = search.comparedDay ?? yesterday
  return (
    <>
      <select
        className={styles.compare}
        aria-label="Comparar com"
        value={chosen}
        onChange={(event) => {
          const wanted = comparisons.find((one) => one === event.target.value)
          if (wanted === 'custom') setChoosing(true)
          else onChange({ comparison: wanted, comparedDay: undefined })
        }}
      >
        {comparisons.map((one) => (
          <option key={one} value={one}>
            {one === 'custom' && chosen === 'custom' ? `vs. ${dayShort(compared)}` : words[one]}
          </option>
        ))}
      </select>
      {choosing ? (
        <Dialog title="Comparar com outro dia" onClose={() => setChoosing(false)}>
          <Calendar
            single
            chosen={{ from: compared, to: compared }}
            max={yesterday}
            onChoose={({ from }) => {
              onChange({ comparison: 'custom', comparedDay: from })
              setChoosing(false)
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}
