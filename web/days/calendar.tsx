import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { dayShort, monthName } from '../words/format.ts'
import { dayAfterKey, weeksOf } from './calendar.rules.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './calendar.module.css'
import { addMonths, monthOf, type DayRange } from './months.rules.ts'

/**
 * A month for choosing a day or a range: by touch, or by the keys of a date grid (arrows, Home, End, Page Up
 * and Down, with Shift by years). Days before `min` and after `max` cannot be chosen.
 */
interface CalendarProps {
  readonly chosen: DayRange
  /** The marked day. Absent: `max`. */
  readonly today?: string
  readonly min?: string
  readonly max?: string
  /** One tap chooses a single day. */
  readonly single?: boolean
  readonly onChoose: (range: DayRange) => void
}

const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'] as const

/** What `givenDay` of the contract accepts. */
const years = { min: '2000-01-01', max: '2100-12-31' } as const

export function Calendar({
  chosen,
  min = years.min,
  max = years.max,
  today = max,
  single = false,
  onChoose,
}: CalendarProps) {
  const [at, setAt] = useState(chosen.to)
  const [rangeStart, setRangeStart] = useState<string | null>(null)
  const grid = useRef<HTMLTableElement>(null)
  const byKey = useRef(false)
  useLayoutEffect(() => {
    if (!byKey.current) return
    byKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const shown: DayRange = rangeStart
    ? { from: rangeStart < at ? rangeStart : at, to: rangeStart < at ? at : rangeStart }
    : chosen
  const choose = (day: string) => {
    setAt(day)
    if (single) onChoose({ from: day, to: day })
    else if (rangeStart === null) setRangeStart(day)
    else {
      setRangeStart(null)
      onChoose(rangeStart < day ? { from: rangeStart, to: day } : { from: day, to: rangeStart })
    }
  }
  const within = (day: string) => (day > max ? max : day < min ? min : day)
  const month = monthOf(at)
  return (
    <div className={styles.calendar}>
      <MonthHead
        month={month.from}
        isFirst={month.from <= min}
        isLast={month.to >= max}
        onTurn={(months) => setAt(within(monthOf(addMonths(at, months)).from))}
      />
      <table ref={grid} role="grid" aria-label={monthName(at)} className={styles.grid}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <td
                    key={column}
                    aria-selected={day >= shown.from && day <= shown.to}
                    data-end={day === shown.from || day === shown.to}
                  >
                    <button
                      type="button"
                      data-day={day}
                      data-first={day === at ? true : undefined}
                      tabIndex={day === at ? 0 : -1}
                      aria-label={dayShort(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={day !== within(day)}
                      onClick={() => day === within(day) && choose(day)}
                      onPointerEnter={() => rangeStart !== null && day === within(day) && setAt(day)}
                      onKeyDown={(event) => {
                        const next = dayAfterKey(day, event.key, event.shiftKey)
                        if (next === null) return
                        event.preventDefault()
                        byKey.current = true
                        setAt(within(next))
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {single ? null : (
        <Muted size={2} className={styles.hint} role="status">
          {rangeStart === null ? 'Toque no primeiro dia do período.' : 'Agora no último dia.'}
        </Muted>
      )}
    </div>
  )
}

function MonthHead({
  month,
  isFirst,
  isLast,
  onTurn,
}: {
  readonly month: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onTurn: (months: -1 | 1) => void
}) {
  return (
    <Row justify="between" className={styles.head}>
      <Button
        variant="ghost"
        icon="previous"
        aria-label="Mês anterior"
        disabledReason={isFirst ? 'Os dias anteriores já passaram.' : null}
        onClick={() => onTurn(-1)}
      />
      <b aria-live="polite">{monthName(month)}</b>
      <Button
        variant="ghost"
        icon="next"
        aria-label="Próximo mês"
        disabledReason={isLast ? 'Os dias seguintes ainda não chegaram.' : null}
        onClick={() => onTurn(1)}
      />
    </Row>
  )
}
