import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Word } from '../../ui/sentence/sentence.tsx'
import { filterText, weekdayShort } from './period-labels.ts'
import type { ControlsProps } from './report-controls.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './filter-picker.module.css'

type FilterProps = Pick<ControlsProps, 'search' | 'onChange'> & { readonly withHours: boolean }

/** The word that filters by weekday and, if the report supports it, by hour; an icon while it filters nothing. */
export function FilterWord({ search, onChange, withHours }: FilterProps) {
  const [from, to] = search.hours?.split('-').map(Number) ?? []
  const words = filterText({
    weekdays: search.weekdays?.split(',').map(Number) ?? null,
    hours: withHours && from !== undefined && to !== undefined ? { from, to } : null,
  })
  return (
    <Word
      label={withHours ? 'Filtrar por dia e hora' : 'Filtrar por dia'}
      title="filtro"
      icon="filter"
      before="só"
      text={words || 'todos os dias'}
      tab={words || 'nenhum'}
      atDefault={words === ''}
    >
      {() => <Filters search={search} withHours={withHours} onChange={onChange} />}
    </Word>
  )
}

/** Each touch is applied at once; hours as soon as both are chosen. */
function Filters({ search, onChange, withHours }: FilterProps) {
  const days = new Set(search.weekdays?.split(',').map(Number))
  const [first = '', last = ''] = search.hours?.split('-') ?? []
  const [hours, setHours] = useState({ first, last })
  const toggle = (day: number) => {
    const next = new Set(days)
    if (!next.delete(day)) next.add(day)
    const chosen = [...next].toSorted((a, b) => a - b)
    onChange({ weekdays: chosen.length === 0 || chosen.length === 7 ? undefined : chosen.join(',') })
  }
  const chooseHours = (next: typeof hours) => {
    setHours(next)
    if (next.first !== '' && next.last !== '') onChange({ hours: `${next.first}-${next.last}` })
    else if (search.hours) onChange({ hours: undefined })
  }
  return (
    <Stack gap={16} className={styles.filters}>
      <fieldset>
        <legend>Dias da semana</legend>
        <div className={styles.days}>
          {weekdayShort.map((name, index) => (
            <Row as="label" gap={6} key={name} data-on={days.has(index + 1)}>
              <input type="checkbox" checked={days.has(index + 1)} onChange={() => toggle(index + 1)} />
              {name}
            </Row>
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
              onChange={(hour) => chooseHours({ ...hours, first: hour })}
            />
            <HourField
              label="Até as"
              value={hours.last}
              onChange={(hour) => chooseHours({ ...hours, last: hour })}
            />
          </div>
        </fieldset>
      ) : null}
      <Button
        variant="ghost"
        onClick={() => {
          setHours({ first: '', last: '' })
          onChange({ weekdays: undefined, ...(withHours ? { hours: undefined } : {}) })
        }}
      >
        Tirar filtros
      </Button>
    </Stack>
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
