import { useState } from 'react'
import { maxOwnHolidays, saveOwnHolidays, type WorkingHours } from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshHours } from './hours-data.ts'
import styles from './hours-tab.module.css'

type Yearly = WorkingHours['ownHolidays'][number]

/** Holidays of the state and the town: those that are known are ticked, others are written. */
export function OwnHolidaysDialog({
  store,
  hours,
  onClose,
}: {
  readonly store: Store
  readonly hours: WorkingHours
  readonly onClose: () => void
}) {
  const [kept, setKept] = useState<readonly Yearly[]>(hours.ownHolidays)
  const [day, setDay] = useState('')
  const [name, setName] = useState('')
  const offered = [...hours.offeredHolidays, ...kept.filter((one) => !has(hours.offeredHolidays, one))]
  const monthDay = /^(\d\d)\/(\d\d)$/.exec(day.trim())
  const added: Yearly | null =
    monthDay && name.trim()
      ? { monthDay: `${monthDay[2] ?? ''}-${monthDay[1] ?? ''}`, name: name.trim() }
      : null
  const save = useAction(async (holidays: readonly Yearly[]) => {
    const body = { holidays: [...holidays], version: hours.ownHolidaysVersion }
    try {
      await ask(saveOwnHolidays, { body }, { storeId: store.id })
    } finally {
      await refreshHours()
    }
    notify('Feriados da região salvos.')
    onClose()
  })
  const toggle = (one: Yearly) =>
    setKept((before) =>
      has(before, one) ? before.filter(({ monthDay: at }) => at !== one.monthDay) : [...before, one],
    )
  const add = () => {
    if (!added) return
    setKept((before) => [...before.filter(({ monthDay: at }) => at !== added.monthDay), added])
    setDay('')
    setName('')
  }
  return (
    <Dialog title="Feriados da região" onClose={onClose}>
      <fieldset className={styles.copy}>
        <legend>Que a loja considera, todo ano</legend>
        {offered.length === 0 ? <p>Não conhecemos feriados daqui. Inclua os da cidade abaixo.</p> : null}
        {offered.map((one) => (
          <label key={one.monthDay}>
            <input type="checkbox" checked={has(kept, one)} onChange={() => toggle(one)} />
            {one.monthDay.slice(3)}/{one.monthDay.slice(0, 2)} {one.name}
          </label>
        ))}
      </fieldset>
      <div className={styles.ownHoliday}>
        <TextField
          label="Dia e mês"
          inputMode="numeric"
          placeholder="25/01"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField label="Feriado" value={name} onChange={(event) => setName(event.target.value)} />
        <Button
          disabledReason={
            added
              ? kept.length < maxOwnHolidays
                ? null
                : 'A lista está cheia.'
              : 'Escreva o dia, como 25/01, e o nome.'
          }
          onClick={add}
        >
          Incluir
        </Button>
      </div>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Cancelar
        </Button>
        <Button variant="primary" busy={save.busyWith !== null} onClick={() => save.run(kept)}>
          Salvar
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const has = (list: readonly Yearly[], { monthDay }: Yearly): boolean =>
  list.some((one) => one.monthDay === monthDay)
