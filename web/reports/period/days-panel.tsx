import { useState } from 'react'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceList } from '../../ui/sentence/choice-list.tsx'
import { Calendar } from '../../days/calendar.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './days-panel.module.css'
import type { DayRange } from '../../days/months.rules.ts'
import { typedDay, writtenDay } from '../../days/typed-day.rules.ts'

/** The panel of a period: presets, the days before and after, the calendar, and days typed by hand. */
export interface DaysPanelProps<T extends string> {
  readonly presets: readonly { readonly value: T; readonly label: string; readonly detail?: string }[]
  readonly preset: T | undefined
  readonly chosen: DayRange
  /** The running day: later ones cannot be chosen. */
  readonly max: string
  readonly single?: boolean
  readonly steps: StepsProps
  readonly onPreset: (preset: T) => void
  readonly onChoose: (range: DayRange) => void
}

export function DaysPanel<T extends string>({
  presets,
  preset,
  chosen,
  max,
  single = false,
  steps,
  onPreset,
  onChoose,
}: DaysPanelProps<T>) {
  const phone = useIsPhone()
  return (
    <Row gap={20} align="stretch" className={styles.panel}>
      <div>
        <ChoiceList label="Períodos" value={preset} options={presets} onChoose={onPreset} />
        {phone ? <Steps {...steps} worded /> : null}
      </div>
      <div>
        <Calendar
          key={`${chosen.from} ${chosen.to}`}
          single={single}
          chosen={chosen}
          max={max}
          onChoose={onChoose}
        />
        <TypedDays chosen={chosen} max={max} single={single} onChoose={onChoose} />
      </div>
    </Row>
  )
}

export interface StepsProps {
  readonly before: { readonly label: string; readonly onGo: () => void }
  readonly after: {
    readonly label: string
    readonly onGo: () => void
    readonly disabledReason: string | null
  }
}

/** To the days before and after; `worded`: with their names. */
export function Steps({ before, after, worded = false }: StepsProps & { readonly worded?: boolean }) {
  return (
    <div className={worded ? styles.wordedSteps : styles.steps}>
      <Button
        icon="previous"
        variant="ghost"
        aria-label={before.label}
        title={before.label}
        onClick={before.onGo}
      >
        {worded ? before.label : undefined}
      </Button>
      <Button
        icon="next"
        variant="ghost"
        aria-label={after.label}
        title={after.label}
        disabledReason={after.disabledReason}
        onClick={after.onGo}
      >
        {worded ? after.label : undefined}
      </Button>
    </div>
  )
}

/** Quicker than the calendar for days far back. */
function TypedDays({
  chosen,
  max,
  single,
  onChoose,
}: Pick<DaysPanelProps<string>, 'chosen' | 'max' | 'onChoose'> & { readonly single: boolean }) {
  const [text, setText] = useState({ from: writtenDay(chosen.from), to: writtenDay(chosen.to) })
  const [tried, setTried] = useState(false)
  const from = typedDay(text.from, max)
  const to = single ? from : typedDay(text.to, max)
  const problem = problemOf({ from, to, max, single })
  return (
    <form
      className={`${styles.typed} ${single ? styles.single : ''}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (from && to && problem === null) onChoose({ from, to })
      }}
    >
      <DayField
        label={single ? 'Dia' : 'De'}
        value={text.from}
        wrong={tried && problem !== null}
        onChange={(value) => setText({ ...text, from: value })}
      />
      {single ? null : (
        <DayField
          label="Até"
          value={text.to}
          wrong={tried && problem !== null}
          onChange={(value) => setText({ ...text, to: value })}
        />
      )}
      <Button type="submit" variant="soft">
        Usar
      </Button>
      <p role="status">{tried ? problem : null}</p>
    </form>
  )
}

function problemOf({
  from,
  to,
  max,
  single,
}: {
  readonly from: string | null
  readonly to: string | null
  readonly max: string
  readonly single: boolean
}): string | null {
  if (from === null || to === null) return 'Escreva o dia assim: 20/11/2026.'
  if (from > to) return 'O início vem depois do fim.'
  if (to > max) return single ? 'Este dia ainda não chegou.' : 'O período termina no máximo hoje.'
  return null
}

function DayField({
  label,
  value,
  wrong,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly wrong: boolean
  readonly onChange: (value: string) => void
}) {
  return (
    <label>
      {label}
      <input
        value={value}
        inputMode="numeric"
        placeholder="dd/mm/aaaa"
        autoComplete="off"
        maxLength={10}
        aria-invalid={wrong || undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
