import { useState } from 'react'
import type { OpenHours } from '../../../contract/stores/stores.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { HoursFields } from './hours-fields.tsx'
import styles from './hours-tab.module.css'
import { hoursIn, weekdayNames, weekOrder, written, type Weekday, type WeekFields } from './week.rules.ts'

/** One day's hours, typed, and copied to other days. */
export function DayDialog({
  day,
  fields,
  added,
  onSave,
  onClose,
}: {
  readonly day: Weekday
  readonly fields: WeekFields
  /** Hours to begin with, beside those that the day has. */
  readonly added: OpenHours | null
  /** The days that take these hours, this one included. */
  readonly onSave: (days: readonly Weekday[], field: string) => void
  readonly onClose: () => void
}) {
  const [hours, setHours] = useState<readonly OpenHours[]>(() => {
    const own = hoursIn(fields[day])
    if (added) return [...own, added]
    return own.length > 0 ? own : [{ start: '11:00', end: '15:00' }]
  })
  const [copies, setCopies] = useState<ReadonlySet<Weekday>>(new Set())
  const typed = hours.every(({ start, end }) => start !== '' && end !== '')
  const name = weekdayNames[day]
  const others = weekOrder.filter((one) => one !== day)
  const toggle = (days: readonly Weekday[], on: boolean) =>
    setCopies((before) => {
      const next = new Set(before)
      for (const one of days) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  return (
    <Dialog title={`${name.charAt(0).toUpperCase()}${name.slice(1)}`} onClose={onClose}>
      <HoursFields hours={hours} onChange={setHours} />
      <fieldset className={styles.copy}>
        <legend>Copiar para</legend>
        {others.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={copies.has(one)}
              onChange={(event) => toggle([one], event.target.checked)}
            />
            {weekdayNames[one]}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={others.every((one) => copies.has(one))}
            onChange={(event) => toggle(others, event.target.checked)}
          />
          todos
        </label>
      </fieldset>
      <DialogFoot>
        <Button variant="ghost" onClick={() => onSave([day], '[]')}>
          Fechar {name === 'sábado' || name === 'domingo' ? 'no' : 'na'} {name}
        </Button>
        <Button
          variant="primary"
          disabledReason={typed ? null : 'Informe o começo e o fim de cada horário.'}
          onClick={() => onSave([day, ...copies], written(hours))}
        >
          Pronto
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
