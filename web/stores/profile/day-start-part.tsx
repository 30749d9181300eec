import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { saveDayStart, type StoreProfile } from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { omit } from 'zod/mini'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { DayField } from '../../days/day-field.tsx'
import { TimeField } from '../../days/time-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { dayShort } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './profile-tab.module.css'
import { RecalculateDialog } from './recalculate-dialog.tsx'

interface DayStartProps {
  readonly store: Store
  readonly profile: StoreProfile
  readonly onSaved: () => Promise<void>
}

/** When the day of sales turns, and a change that is still to come. */
export function DayStartPart(props: DayStartProps) {
  const { now, next } = props.profile.dayStart
  const [changing, setChanging] = useState(false)
  const [redoing, setRedoing] = useState(false)
  return (
    <Row wrap justify="between" className={styles.dayStart}>
      <p>
        O dia de vendas vira às <b>{now}</b>
        {next ? (
          <>
            {' '}
            e, de {dayShort(next.from)} em diante, às <b>{next.startsAt}</b>
          </>
        ) : null}
        . <span className={styles.note}>Um pedido de antes conta no dia anterior.</span>
      </p>
      <Row gap={8} align="stretch" wrap>
        <Button onClick={() => setChanging(true)}>Mudar a virada do dia</Button>
        {roleMeets(props.store.role, 'owner') ? (
          <Button variant="ghost" onClick={() => setRedoing(true)}>
            Refazer dias passados
          </Button>
        ) : null}
      </Row>
      {redoing ? <RecalculateDialog {...props} onClose={() => setRedoing(false)} /> : null}
      {changing ? <DayStartDialog {...props} onClose={() => setChanging(false)} /> : null}
    </Row>
  )
}

function DayStartDialog({
  store,
  profile,
  onSaved,
  onClose,
}: DayStartProps & { readonly onClose: () => void }) {
  const { now, today, next } = profile.dayStart
  const form = useForm({
    initial: { startsAt: next?.startsAt ?? now, from: next?.from ?? addDays(today, 1) },
    schema: saveDayStart.body && omit(saveDayStart.body, { version: true }),
    input: (values) => values,
    send: async (body) => {
      try {
        await ask(saveDayStart, { body: { ...body, version: profile.version } }, { storeId: store.id })
      } finally {
        await onSaved()
      }
      notify('A virada do dia está salva.')
      onClose()
    },
  })
  return (
    <Dialog title="Virada do dia" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate aria-label="Virada do dia">
        <FormError>{form.refusal}</FormError>
        <div className={styles.timeAndDay}>
          <TimeField
            label="Vira às"
            {...form.field('startsAt')}
            onChange={(time) => form.set('startsAt', time)}
          />
          <DayField
            label="A partir de"
            today={today}
            min={addDays(today, 1)}
            {...form.field('from')}
            onChange={(day) => form.set('from', day)}
          />
        </div>
        <p className={styles.note}>
          Escolha uma hora em que a loja está fechada. Os dias que já começaram ficam como estão, e os
          relatórios deles também; um dono pode refazê-los.
        </p>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
