import { useState } from 'react'
import { addDays } from '../../../contract/shared/day.ts'
import { daysFrom, periodComparisons } from '../../../contract/reports/period.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Popover } from '../../ui/popover.tsx'
import { dayRange } from '../../words/format.ts'
import { Calendar } from './calendar.tsx'
import {
  defaultComparison,
  neighbour,
  periodPresets,
  presetOf,
  rangeOf,
  rangeOfPreset,
  type DayRange,
  type PeriodSearch,
} from './period-search.rules.ts'
import { comparisonLabels, presetLabels, withYear } from './period-labels.ts'
import styles from './report-controls.module.css'

/**
 * Period, comparison and filters of a report. They hold no state: values come from the address, and changes
 * go there. `ReportFrame` shows them on every period report.
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

export function PeriodPicker({ search, today, onChange }: ControlsProps) {
  const range = rangeOf(search, today)
  const preset = presetOf(range, today)
  const before = neighbour(range, -1, today)
  const after = neighbour(range, 1, today)
  const go = (next: DayRange | null) => next && onChange({ ...noPeriod, ...next })
  return (
    <div className={styles.period}>
      <Button icon="previous" aria-label="Período anterior" onClick={() => go(before)} />
      <Popover
        label="Escolher o período"
        icon="calendar"
        className={styles.range ?? ''}
        words={
          <span>
            {preset ? <b>{presetLabels[preset]} </b> : null}
            {withYear(dayRange(range.from, range.to), range.to, today)}
          </span>
        }
      >
        {(close) => (
          <div className={styles.choosePeriod}>
            <ul className={styles.presets}>
              {periodPresets.map((one) => (
                <li key={one}>
                  <Button
                    variant={one === preset ? 'soft' : 'ghost'}
                    aria-pressed={one === preset}
                    onClick={() => {
                      onChange({ ...noPeriod, period: one })
                      close()
                    }}
                  >
                    {presetLabels[one]}
                    <small>{dayRange(rangeOfPreset(one, today).from, rangeOfPreset(one, today).to)}</small>
                  </Button>
                </li>
              ))}
            </ul>
            <div>
              <Calendar
                chosen={range}
                max={today}
                onChoose={(days) => {
                  go(days)
                  close()
                }}
              />
              <TypedRange
                range={range}
                today={today}
                onChoose={(days) => {
                  go(days)
                  close()
                }}
              />
            </div>
          </div>
        )}
      </Popover>
      <Button
        icon="next"
        aria-label="Próximo período"
        disabledReason={after ? null : 'O período já chega até hoje.'}
        onClick={() => go(after)}
      />
    </div>
  )
}

/** For days too far back for the calendar. */
function TypedRange({
  range,
  today,
  onChoose,
}: {
  readonly range: DayRange
  readonly today: string
  readonly onChoose: (range: DayRange) => void
}) {
  const [own, setOwn] = useState(range)
  const wrong =
    own.from === '' || own.to === ''
      ? 'Escolha os dois dias.'
      : own.from > own.to
        ? 'O início vem depois do fim.'
        : own.to > today
          ? 'O período termina no máximo hoje.'
          : null
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onChoose(own)
      }}
    >
      <label>
        De
        <input
          type="date"
          value={own.from}
          max={today}
          onChange={(event) => setOwn({ ...own, from: event.target.value })}
        />
      </label>
      <label>
        Até
        <input
          type="date"
          value={own.to}
          max={today}
          onChange={(event) => setOwn({ ...own, to: event.target.value })}
        />
      </label>
      <Button type="submit" variant="primary" disabledReason={wrong}>
        Ver
      </Button>
    </form>
  )
}

export function ComparisonPicker({ search, today, onChange }: ControlsProps) {
  const [choosing, setChoosing] = useState(false)
  const range = rangeOf(search, today)
  const chosen = search.comparison ?? defaultComparison
  const length = daysFrom(range.from, range.to)
  return (
    <>
      <select
        className={styles.compare}
        aria-label="Comparar com"
        value={chosen}
        onChange={(event) => {
          const wanted = periodComparisons.find((one) => one === event.target.value)
          if (wanted === 'custom') setChoosing(true)
          else
            onChange({
              comparison: wanted === defaultComparison ? undefined : wanted,
              comparedFrom: undefined,
            })
        }}
      >
        {periodComparisons.map((one) => (
          <option key={one} value={one}>
            {one === 'custom' && chosen === 'custom' && search.comparedFrom
              ? `vs. ${dayRange(search.comparedFrom, addDays(search.comparedFrom, length))}`
              : comparisonLabels[one]}
          </option>
        ))}
      </select>
      {choosing ? (
        <Dialog title="Comparar com outro período" onClose={() => setChoosing(false)}>
          <p>Toque no dia em que a comparação começa. Ela tem tantos dias quanto o período.</p>
          <Calendar
            single
            chosen={
              search.comparedFrom
                ? { from: search.comparedFrom, to: search.comparedFrom }
                : { from: addDays(range.from, -1), to: addDays(range.from, -1) }
            }
            max={addDays(range.from, -1)}
            onChoose={({ from }) => {
              onChange({ comparison: 'custom', comparedFrom: from })
              setChoosing(false)
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}
