import { menuWeekdays, type MenuHours, type MenuWeekday } from '../../../contract/menu/menu-fields.ts'
import { TimeField } from '../../days/time-field.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './item-facts.module.css'
import { weekdayShort } from '../../../contract/menu/sold-hours-text.ts'
import { lunchHours, weekdayLong } from './sold-hours.rules.ts'

interface FieldProps {
  readonly hours: readonly MenuHours[]
  readonly problem: string | undefined
  readonly onChange: (hours: MenuHours[]) => void
}

/** When something is sold: any number of days with one time each; none means always. */
export function SoldHoursField({ hours, problem, onChange }: FieldProps) {
  const put = (index: number, changed: MenuHours | null) =>
    onChange(hours.flatMap((one, place) => (place === index ? (changed ?? []) : one)))
  return (
    <Stack gap={14} start>
      {hours.length === 0 ? <Muted>Vende sempre que a loja está aberta.</Muted> : null}
      {hours.map((one, index) => (
        <Hours
          // The list has no other identity, and its entries never change places.
          key={index}
          index={index}
          hours={one}
          onChange={(changed) => put(index, changed)}
        />
      ))}
      <FormError>{problem}</FormError>
      <Button variant="soft" icon="plus" onClick={() => onChange([...hours, lunchHours()])}>
        Incluir horário
      </Button>
    </Stack>
  )
}

function Hours({
  index,
  hours: { dayOfWeek, timePeriods },
  onChange,
}: {
  readonly index: number
  readonly hours: MenuHours
  readonly onChange: (changed: MenuHours | null) => void
}) {
  const which = `horário ${String(index + 1)}`
  const days = (day: MenuWeekday, on: boolean) =>
    menuWeekdays.filter((one) => (one === day ? on : dayOfWeek.includes(one)))
  const time = (name: 'startTime' | 'endTime', words: string) => (
    <TimeField
      label={words}
      value={timePeriods[name]}
      onChange={(at) => onChange({ dayOfWeek, timePeriods: { ...timePeriods, [name]: at } })}
    />
  )
  return (
    <Stack as="fieldset" gap={8} className={styles.period}>
      <legend>{`Horário ${String(index + 1)}`}</legend>
      <Row gap={4} align="stretch" wrap className={styles.chips}>
        {menuWeekdays.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              aria-label={`${weekdayLong[day]} no ${which}`}
              checked={dayOfWeek.includes(day)}
              onChange={(event) => onChange({ dayOfWeek: days(day, event.target.checked), timePeriods })}
            />
            <span>{weekdayShort[day]}</span>
          </label>
        ))}
      </Row>
      <div className={styles.times}>
        {time('startTime', 'Das')}
        {time('endTime', 'Às')}
        <Button variant="ghost" icon="close" aria-label={`Tirar o ${which}`} onClick={() => onChange(null)} />
      </div>
    </Stack>
  )
}
