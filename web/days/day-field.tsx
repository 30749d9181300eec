import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dayShort } from '../words/format.ts'
import { Calendar } from './calendar.tsx'
import styles from './fields.module.css'
import { useTyped, type TypedFieldProps } from './time-field.tsx'
import { comingDay, writtenDay } from './typed-day.rules.ts'

/**
 * A day to come, `YYYY-MM-DD`: typed as `20/11/2026`, `20112026` or `20/11`, or chosen in the calendar beside it.
 * `today` is the store's; days before `min` are refused.
 */
export function DayField({
  value,
  today,
  min = today,
  error,
  hint,
  onChange,
  ...rest
}: TypedFieldProps & { readonly today: string; readonly min?: string }) {
  const { text, read, put, left, settle } = useTyped(value, onChange, (day) => (day ? writtenDay(day) : ''))
  const typed = comingDay(text, min)
  const early = typed !== null && typed < min
  const allowed = early ? null : typed
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      placeholder="dd/mm/aaaa"
      value={text}
      error={left && text.trim() !== '' && read === '' ? problem(early, min) : error}
      hint={hint ?? (read ? dayShort(read) : undefined)}
      onChange={({ target }) => {
        const day = isWholeDay(target.value) ? comingDay(target.value, min) : null
        if (day !== null && day >= min) put(day, writtenDay(day))
        else put('', target.value)
      }}
      onBlur={() => settle(allowed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(allowed)
      }}
      after={
        <span className={styles.calendar}>
          <Popover label={`Calendário: ${rest.label}`} icon="calendar">
            {(close) => (
              <Calendar
                single
                today={today}
                min={min}
                chosen={{ from: read || min, to: read || min }}
                onChoose={({ from }) => {
                  put(from, writtenDay(from))
                  close()
                }}
              />
            )}
          </Popover>
        </span>
      }
    />
  )
}

/** Nobody who typed this goes on typing. */
const isWholeDay = (text: string): boolean => /^(\d{8}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})$/.test(text.trim())

const problem = (early: boolean, min: string): string =>
  early ? `Escolha um dia a partir de ${writtenDay(min)}.` : 'Escreva o dia assim: 20/11/2026.'
