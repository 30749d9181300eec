import { useRef, useState } from 'react'
import type { OpenHours } from '../../../contract/stores/stores.ts'
import { localParts } from '../../../contract/shared/day.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { DayDialog } from './day-dialog.tsx'
import {
  barsOf,
  dayText,
  hoursAt,
  hoursIn,
  hoursText,
  movedEnd,
  shareAt,
  suggestedWeek,
  weekdayNames,
  weekHours,
  weekOrder,
  written,
  type Bar,
  type Weekday,
  type WeekFields,
} from './week.rules.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './week-grid.module.css'

const axis = ['6h', '9h', '12h', '15h', '18h', '21h', '0h', '3h', '6h']
const lunchAndDinner: readonly OpenHours[] = [
  { start: '11:00', end: '15:00' },
  { start: '18:00', end: '23:00' },
]
const allDay: readonly OpenHours[] = [{ start: '00:00', end: '00:00' }]

interface WeekProps {
  readonly fields: WeekFields
  readonly timezone: string
  readonly problem: string | undefined
  readonly onChange: (weekday: Weekday, field: string) => void
}

/** The week from six to six: a bar is dragged by its ends, or a day is opened and typed. */
export function WeekGrid({ fields, timezone, problem, onChange }: WeekProps) {
  const [opened, setOpened] = useState<{ readonly day: Weekday; readonly added: OpenHours | null } | null>(
    null,
  )
  const now = localParts(useNow(30_000), timezone)
  // Before six the night still belongs to yesterday.
  const weekday = (new Date(`${now.day}T12:00:00Z`).getUTCDay() + 6 - (now.hour < 6 ? 1 : 0) + 7) % 7
  const empty = weekOrder.every((day) => hoursIn(fields[day]).length === 0)
  const put = (week: WeekFields) => weekOrder.forEach((day) => onChange(day, week[day]))
  return (
    <div className={styles.week}>
      {empty ? (
        <Row wrap justify="between" className={styles.first}>
          <p>
            <b>Sem horários a loja não abre.</b> Comece por uma semana pronta e ajuste o que for diferente.
          </p>
          <Row gap={8} align="stretch" wrap className={styles.firstActions}>
            <Button variant="primary" onClick={() => put(suggestedWeek(lunchAndDinner))}>
              Almoço e jantar, todos os dias
            </Button>
            <Button onClick={() => put(suggestedWeek(allDay))}>Aberta 24 horas</Button>
          </Row>
        </Row>
      ) : null}
      <div className={styles.axis} aria-hidden="true">
        <span />
        <div>
          {axis.map((hour, index) => (
            <span key={index} style={{ left: `${(index / 8) * 100}%` }}>
              {hour}
            </span>
          ))}
        </div>
      </div>
      <ul className={styles.days}>
        {weekOrder.map((day, index) => (
          <DayRow
            key={day}
            day={day}
            hours={hoursIn(fields[day])}
            now={index === weekday ? shareAt(now.hour, now.minute) : null}
            onOpen={(added) => setOpened({ day, added })}
            onChange={(hours) => onChange(day, written(hours))}
          />
        ))}
      </ul>
      <FormError className={styles.problem}>{problem}</FormError>
      <Muted size={2} className={styles.note}>
        <b>{weekHours(fields)}.</b>{' '}
        <span className={styles.drag}>Arraste a ponta para mudar, ou toque e digite. </span>
        O risco marca a meia-noite: o que passa dela ainda é do mesmo dia de vendas.
      </Muted>
      {opened ? (
        <DayDialog
          day={opened.day}
          fields={fields}
          added={opened.added}
          onSave={(days, field) => {
            for (const one of days) onChange(one, field)
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  )
}

function DayRow({
  day,
  hours,
  now,
  onOpen,
  onChange,
}: {
  readonly day: Weekday
  readonly hours: readonly OpenHours[]
  /** The share of the day that has passed; null: it is another day. */
  readonly now: number | null
  readonly onOpen: (added: OpenHours | null) => void
  readonly onChange: (hours: readonly OpenHours[]) => void
}) {
  const lane = useRef<HTMLDivElement>(null)
  const shareOf = (clientX: number): number => {
    const box = lane.current?.getBoundingClientRect()
    return box && box.width > 0 ? (clientX - box.left) / box.width : 0
  }
  return (
    <li className={`${styles.day} ${now === null ? '' : styles.today}`}>
      <b>
        {weekdayNames[day]}
        {now === null ? null : <small> hoje</small>}
      </b>
      <span className={styles.text}>{dayText(hours)}</span>
      <div
        ref={lane}
        className={styles.lane}
        // For the mouse and the finger; the day's own button does the same by keyboard.
        onClick={(event) => onOpen(event.target === lane.current ? hoursAt(shareOf(event.clientX)) : null)}
      >
        {barsOf(hours).map((bar) => (
          <HoursBar
            key={`${bar.index}${bar.begins ? '' : '+'}`}
            bar={bar}
            text={hoursText(hours[bar.index] ?? { start: '00:00', end: '00:00' })}
            onDrag={(edge, clientX) => {
              const moved = movedEnd(hours[bar.index] ?? { start: '', end: '' }, edge, shareOf(clientX))
              if (moved) onChange(hours.map((one, index) => (index === bar.index ? moved : one)))
            }}
          />
        ))}
        {now === null ? null : <span className={styles.now} style={{ left: `${now}%` }} />}
      </div>
      <button
        type="button"
        className={styles.more}
        aria-label={`Mudar ${weekdayNames[day]}: ${dayText(hours)}`}
        onClick={() => onOpen(null)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <circle cx="5" cy="12" r="1.6" />
          <circle cx="12" cy="12" r="1.6" />
          <circle cx="19" cy="12" r="1.6" />
        </svg>
      </button>
    </li>
  )
}

function HoursBar({
  bar,
  text,
  onDrag,
}: {
  readonly bar: Bar
  readonly text: string
  readonly onDrag: (edge: 'start' | 'end', clientX: number) => void
}) {
  const handle = (edge: 'start' | 'end') => (
    <span
      className={`${styles.handle} ${styles[edge]}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(edge, event.clientX)
      }}
      // The end of a drag is no tap on the day.
      onClick={(event) => event.stopPropagation()}
    />
  )
  return (
    <span
      className={styles.bar}
      title={text}
      style={{
        left: `${bar.left}%`,
        width: `${bar.width}%`,
        top: `calc(8px + (100% - 16px) * ${bar.row / bar.rows})`,
        height: `calc((100% - 16px) / ${bar.rows})`,
      }}
    >
      {bar.begins ? handle('start') : null}
      {bar.written ? <span className={styles.words}>{text}</span> : null}
      {bar.ends ? handle('end') : null}
    </span>
  )
}
