import { services, type OpenHours, type Service } from '../../../contract/stores/stores.ts'
import { TimeField } from '../../days/time-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './hours-tab.module.css'
import { serviceNames } from './week.rules.ts'

/** Intervals of one day, each with its services. */
export function HoursFields({
  hours,
  onChange,
}: {
  readonly hours: readonly OpenHours[]
  readonly onChange: (hours: readonly OpenHours[]) => void
}) {
  const put = (index: number, change: Partial<OpenHours>) =>
    onChange(hours.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <>
      <Stack as="ul" gap={14} className={styles.hours}>
        {hours.map((one, index) => (
          <li key={index}>
            <TimeField label="Das" value={one.start} onChange={(start) => put(index, { start })} />
            <TimeField label="Às" value={one.end} onChange={(end) => put(index, { end })} />
            <Button
              variant="ghost"
              icon="close"
              aria-label={`Tirar o horário das ${one.start} às ${one.end}`}
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            />
            <p className={styles.span}>{spanText(one)}</p>
            <fieldset className={styles.services}>
              <legend>Vale para</legend>
              {services.map((service) => (
                <label key={service}>
                  <input
                    type="checkbox"
                    checked={has(one, service)}
                    onChange={(event) =>
                      put(index, { services: toggled(one, service, event.target.checked) })
                    }
                  />
                  {serviceNames[service]}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </Stack>
      <Button
        icon="plus"
        className={styles.add ?? ''}
        onClick={() => onChange([...hours, { start: '18:00', end: '23:00' }])}
      >
        Acrescentar horário
      </Button>
    </>
  )
}

const has = (hours: OpenHours, service: Service): boolean => hours.services?.includes(service) ?? true

/** At least one stays: hours of no service are no hours. */
function toggled(hours: OpenHours, service: Service, on: boolean): Service[] {
  const next = services.filter((one) => (one === service ? on : has(hours, one)))
  return next.length > 0 ? next : [service]
}

function spanText({ start, end }: OpenHours): string {
  if (start === '' || end === '') return ''
  if (start === end) return 'Vinte e quatro horas.'
  return end < start ? 'Passa da meia-noite e ainda é deste dia.' : ''
}
