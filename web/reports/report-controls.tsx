import { useState } from 'react'
import { periodComparisons, type PeriodFacts } from '../../contract/report-period.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/pieces.tsx'
import {
  comparisonWords,
  moved,
  presetOf,
  presetRange,
  presets,
  presetWords,
  rangeWords,
  weekdayNames,
  type PeriodSearch,
  type Range,
} from './period-search.rules.ts'
import styles from './report-controls.module.css'

/**
 * Period, comparison and filters of a report. They hold nothing: what they show comes from the
 * address, what is chosen goes there.
 */
export interface ControlsProps {
  readonly search: PeriodSearch
  /** Of the last reply: says the period where the address leaves it open. */
  readonly period: PeriodFacts | null
  /** Undefined takes a choice out of the address. */
  readonly onChange: (change: {
    readonly [key in keyof PeriodSearch]?: PeriodSearch[key] | undefined
  }) => void
}

export function PeriodControls({ search, period, onChange }: ControlsProps) {
  const [open, setOpen] = useState<'period' | 'filters' | 'comparison' | null>(null)
  const today = runningDay()
  const range: Range = {
    from: search.from ?? period?.from ?? presetRange('week', today).from,
    to: search.to ?? period?.to ?? today,
  }
  const preset = presetOf(range, today)
  const before = moved(range, -1, today)
  const after = range.to >= today ? null : moved(range, 1, today)
  const filters = Number(search.weekdays !== undefined) + Number(search.hours !== undefined)
  return (
    <>
      <div className={styles.period}>
        <Button icon="previous" aria-label="Período anterior" onClick={() => before && onChange(before)} />
        <button type="button" className={styles.range} onClick={() => setOpen('period')}>
          {preset ? <b>{presetWords[preset]}</b> : null}
          <span>{rangeWords(range)}</span>
        </button>
        <Button
          icon="next"
          aria-label="Próximo período"
          disabledReason={after ? null : 'O período já chega até hoje.'}
          onClick={() => after && onChange(after)}
        />
      </div>
      <select
        className={styles.compare}
        aria-label="Comparar com"
        value={search.comparison ?? 'same-weekdays'}
        onChange={(event) => {
          const chosen = periodComparisons.find((one) => one === event.target.value)
          if (chosen === 'custom') setOpen('comparison')
          else onChange({ comparison: chosen, comparedFrom: undefined })
        }}
      >
        {periodComparisons.map((one) => (
          <option key={one} value={one}>
            {comparisonWords[one]}
          </option>
        ))}
      </select>
      <Button
        icon="settings"
        onClick={() => setOpen('filters')}
        aria-label={
          filters > 0 ? `Dias e horas, ${filters} ${filters === 1 ? 'filtro' : 'filtros'}` : 'Dias e horas'
        }
      >
        {filters > 0 ? `Dias e horas (${filters})` : 'Dias e horas'}
      </Button>
      {open === 'period' ? (
        <PeriodDialog range={range} today={today} onChange={onChange} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'comparison' ? (
        <CustomDialog range={range} search={search} onChange={onChange} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'filters' ? (
        <FiltersDialog search={search} onChange={onChange} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

/** Near enough for what can be chosen; the server says which day really runs in each store. */
function runningDay(): string {
  return new Date(Date.now() - 4 * 3_600_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
}

interface DialogProps extends Pick<ControlsProps, 'onChange'> {
  readonly onClose: () => void
}

function PeriodDialog({
  range,
  today,
  onChange,
  onClose,
}: DialogProps & { readonly range: Range; readonly today: string }) {
  const [own, setOwn] = useState(range)
  const choose = (wanted: Range) => {
    onChange(wanted)
    onClose()
  }
  const wrong =
    own.from === '' || own.to === ''
      ? 'Escolha os dois dias.'
      : own.from > own.to
        ? 'O início vem depois do fim.'
        : null
  return (
    <Dialog title="Período" onClose={onClose}>
      <div className={styles.presets}>
        {presets.map((preset) => (
          <Button
            key={preset}
            variant={presetOf(range, today) === preset ? 'primary' : 'plain'}
            aria-pressed={presetOf(range, today) === preset}
            onClick={() => choose(presetRange(preset, today))}
          >
            {presetWords[preset]}
          </Button>
        ))}
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) choose(own)
        }}
      >
        <DayField label="De" value={own.from} max={today} onChange={(from) => setOwn({ ...own, from })} />
        <DayField label="Até" value={own.to} max={today} onChange={(to) => setOwn({ ...own, to })} />
        <Button type="submit" variant="primary" disabledReason={wrong}>
          Ver este período
        </Button>
      </form>
    </Dialog>
  )
}

function CustomDialog({
  range,
  search,
  onChange,
  onClose,
}: DialogProps & { readonly range: Range; readonly search: PeriodSearch }) {
  const [day, setDay] = useState(search.comparedFrom ?? '')
  const wrong =
    day === '' ? 'Escolha o dia.' : day >= range.from ? 'A comparação começa antes do período.' : null
  return (
    <Dialog title="Comparar com outro período" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (wrong) return
          onChange({ comparison: 'custom', comparedFrom: day })
          onClose()
        }}
      >
        <p>A comparação tem o mesmo número de dias do período e começa no dia escolhido.</p>
        <DayField label="Começa em" value={day} max={range.from} onChange={setDay} />
        <Button type="submit" variant="primary" disabledReason={wrong}>
          Comparar
        </Button>
      </form>
    </Dialog>
  )
}

function DayField({
  label,
  value,
  max,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly max: string
  readonly onChange: (day: string) => void
}) {
  return (
    <label className={styles.field}>
      {label}
      <input type="date" value={value} max={max} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}

const allDay = { from: '', to: '' }

function FiltersDialog({ search, onChange, onClose }: DialogProps & { readonly search: PeriodSearch }) {
  const [days, setDays] = useState(new Set(search.weekdays?.split(',').map(Number)))
  const [from = '', to = ''] = search.hours?.split('-') ?? []
  const [hours, setHours] = useState(search.hours ? { from, to } : allDay)
  const toggle = (day: number) => {
    const next = new Set(days)
    if (!next.delete(day)) next.add(day)
    setDays(next)
  }
  return (
    <Dialog title="Dias e horas" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = [...days].toSorted((a, b) => a - b)
          onChange({
            weekdays: chosen.length === 0 || chosen.length === 7 ? undefined : chosen.join(','),
            hours: hours.from !== '' && hours.to !== '' ? `${hours.from}-${hours.to}` : undefined,
          })
          onClose()
        }}
      >
        <fieldset className={styles.days}>
          <legend>Dias da semana (nenhum: todos)</legend>
          {weekdayNames.map((name, index) => (
            <label key={name}>
              <input type="checkbox" checked={days.has(index + 1)} onChange={() => toggle(index + 1)} />
              {name}
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.hours}>
          <legend>Horas (as duas incluídas)</legend>
          <HourField label="Das" value={hours.from} onChange={(hour) => setHours({ ...hours, from: hour })} />
          <HourField label="Até as" value={hours.to} onChange={(hour) => setHours({ ...hours, to: hour })} />
        </fieldset>
        <div className={styles.buttons}>
          <Button
            onClick={() => {
              setDays(new Set())
              setHours(allDay)
            }}
          >
            Limpar
          </Button>
          <Button type="submit" variant="primary">
            Aplicar
          </Button>
        </div>
      </form>
    </Dialog>
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
    <label className={styles.field}>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
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
