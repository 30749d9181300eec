import { weekdays } from '../../contract/stores/stores.ts'
import type { DeliveryWindow } from '../../contract/delivery/windows.ts'
import { TimeField } from '../days/time-field.tsx'
import { Button } from '../ui/button.tsx'
import { weekdays as weekdayNames, weekdaysShort } from '../words/day-names.ts'
import styles from './delivery-tab.module.css'

const order = [1, 2, 3, 4, 5, 6, 0] as const

/** Days and hours; an end before its start passes midnight. */
export function WindowsFields({
  windows,
  onChange,
  addWords,
}: {
  readonly windows: readonly DeliveryWindow[]
  readonly onChange: (windows: readonly DeliveryWindow[]) => void
  readonly addWords: string
}) {
  const put = (index: number, change: Partial<DeliveryWindow>) =>
    onChange(windows.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <div className={styles.windows}>
      {windows.map((one, index) => (
        <fieldset key={index}>
          <legend className={styles.unseen}>Horário {index + 1}</legend>
          <div className={styles.days}>
            {order.map((day) => {
              const weekday = weekdays[day]
              const on = one.weekdays.includes(weekday)
              return (
                <label key={weekday}>
                  <input
                    type="checkbox"
                    checked={on}
                    aria-label={weekdayNames[day]}
                    onChange={() =>
                      put(index, {
                        weekdays: on
                          ? one.weekdays.filter((each) => each !== weekday)
                          : [...one.weekdays, weekday],
                      })
                    }
                  />
                  <span aria-hidden="true">{weekdaysShort[day]}</span>
                </label>
              )
            })}
          </div>
          <div className={styles.times}>
            <TimeField label="Das" value={one.start} onChange={(start) => put(index, { start })} />
            <TimeField label="Às" value={one.end} onChange={(end) => put(index, { end })} />
            <Button
              variant="ghost"
              icon="close"
              aria-label={`Tirar o horário das ${one.start} às ${one.end}`}
              onClick={() => onChange(windows.filter((_, at) => at !== index))}
            />
          </div>
        </fieldset>
      ))}
      <Button
        icon="plus"
        onClick={() => onChange([...windows, { weekdays: [...weekdays], start: '18:00', end: '23:00' }])}
      >
        {addWords}
      </Button>
    </div>
  )
}
