import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { filterText, weekdayShort } from './period-labels.ts'
import type { ControlsProps } from './report-controls.tsx'
import styles from './report-controls.module.css'

/** Filters by weekday and, if the report supports it, by hour. */
export function FilterPicker({
  search,
  onChange,
  withHours,
}: Pick<ControlsProps, 'search' | 'onChange'> & { readonly withHours: boolean }) {
  const [from, to] = search.hours?.split('-').map(Number) ?? []
  const words = filterText({
    weekdays: search.weekdays?.split(',').map(Number) ?? null,
    hours: withHours && from !== undefined && to !== undefined ? { from, to } : null,
  })
  return (
    <Popover
      label={withHours ? 'Filtrar por dia e hora' : 'Filtrar por dia'}
      icon="clock"
      words={words || (withHours ? 'Filtrar por dia e hora' : 'Filtrar por dia')}
    >
      {(close) => (
        <Filters
          search={search}
          withHours={withHours}
          onChange={(change) => {
            onChange(change)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function Filters({
  search,
  onChange,
  withHours,
}: Pick<ControlsProps, 'search' | 'onChange'> & { readonly withHours: boolean }) {
  const [days, setDays] = useState<ReadonlySet<number>>(new Set(search.weekdays?.split(',').map(Number)))
  const [first = '', last = ''] = search.hours?.split('-') ?? []
  const [hours, setHours] = useState({ first, last })
  const toggle = (day: number) => {
    const next = new Set(days)
    if (!next.delete(day)) next.add(day)
    setDays(next)
  }
  const half = (hours.first === '') !== (hours.last === '')
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        if (half) return
        const chosen = [...days].toSorted((a, b) => a - b)
        onChange({
          weekdays: chosen.length === 0 || chosen.length === 7 ? undefined : chosen.join(','),
          ...(withHours ? { hours: hours.first === '' ? undefined : `${hours.first}-${hours.last}` } : {}),
        })
      }}
    >
      <fieldset>
        <legend>Dias da semana</legend>
        <div className={styles.days}>
          {weekdayShort.map((name, index) => (
            <label key={name} data-on={days.has(index + 1)}>
              <input type="checkbox" checked={days.has(index + 1)} onChange={() => toggle(index + 1)} />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {withHours ? (
        <fieldset>
          <legend>Horas, as duas incluídas</legend>
          <div className={styles.hours}>
            <HourField
              label="Das"
              value={hours.first}
              onChange={(hour) => setHours({ ...hours, first: hour })}
            />
            <HourField
              label="Até as"
              value={hours.last}
              onChange={(hour) => setHours({ ...hours, last: hour })}
            />
          </div>
        </fieldset>
      ) : null}
      <div className={styles.buttons}>
        <Button
          variant="ghost"
          onClick={() => onChange({ weekdays: undefined, ...(withHours ? { hours: undefined } : {}) })}
        >
          Tirar filtros
        </Button>
        <Button type="submit" variant="primary" disabledReason={half ? 'Escolha as duas horas.' : null}>
          Aplicar
        </Button>
      </div>
    </form>
  )
}

function HourField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (hour: string) => void
}) {
  return (
    <label>
      {label}
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">qualquer</option>
        {Array.from({ length: 24 }, (_, hour) => (
          <option key={hour} value={String(hour)}>
            {hour}h
          </option>
        ))}
      </select>
    </label>
  )
}
