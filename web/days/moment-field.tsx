import { useId, useState } from 'react'
import { DayField } from './day-field.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './fields.module.css'
import { TimeField } from './time-field.tsx'

/**
 * A day and a time of the store, `YYYY-MM-DDTHH:MM`. Empty only while both fields are empty: half a moment is
 * passed on as it is, and no form takes it for none. A time alone is one of today.
 */
export function MomentField({
  label,
  value,
  today,
  error,
  hint,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly today: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  const [parts, setParts] = useState(() => partsOf(value))
  const put = (change: Partial<typeof parts>) => {
    const next = { ...parts, ...change }
    const timeAlone = isTime(next.time) && next.day === ''
    const whole = timeAlone ? { ...next, day: today } : next
    setParts(whole)
    onChange(whole.day || whole.time ? `${whole.day}T${whole.time}` : '')
  }
  const wrong = error ? { 'aria-invalid': true as const } : {}
  return (
    <Stack as="fieldset" gap={6} className={styles.moment} aria-describedby={`${id}-more`}>
      <legend>{label}</legend>
      <div className={styles.parts}>
        <DayField
          label="Dia"
          today={today}
          value={isDay(parts.day) ? parts.day : ''}
          onChange={(day, text) => put({ day: day || text })}
          {...wrong}
        />
        <TimeField
          label="Hora"
          value={isTime(parts.time) ? parts.time : ''}
          onChange={(time, text) => put({ time: time || text })}
          {...wrong}
        />
      </div>
      <p id={`${id}-more`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error ?? hint}
      </p>
    </Stack>
  )
}

function partsOf(value: string): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = value.split('T')
  return { day, time }
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text)
