import { useState } from 'react'
import { channelName, platforms, type Platform } from '../../../contract/shared/channels.ts'
import {
  endBreak,
  scheduleBreak,
  type ScheduledBreak,
  type WorkingHours,
} from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm } from '../../forms/use-form.ts'
import { useNow } from '../../browser/clock.ts'
import { MomentField } from '../../days/moment-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Paper } from '../../ui/paper.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { momentText, countdown, instantIn, localField } from './breaks.rules.ts'
import { refreshHours } from './hours-data.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './hours-tab.module.css'

interface BreaksProps {
  readonly store: Store
  readonly hours: WorkingHours
}

/** Breaks that run, with what is left of them, and those to come. */
export function BreaksPart({ store, hours }: BreaksProps) {
  const [planning, setPlanning] = useState(false)
  const now = useNow(1_000)
  const current = hours.breaks.filter(({ end }) => end === null || Date.parse(end) > now.getTime())
  const running = current.filter(({ start }) => Date.parse(start) <= now.getTime())
  const planned = current.filter(({ start }) => Date.parse(start) > now.getTime())
  const end = useAction(async (one: ScheduledBreak) => {
    await ask(endBreak, { params: { id: one.id } }, { storeId: store.id })
    await refreshHours()
    notify(Date.parse(one.start) <= Date.now() ? 'A pausa terminou.' : 'A pausa foi cancelada.')
  })
  return (
    <section aria-labelledby="pausas">
      <Row gap={14} className={styles.head}>
        <h2 id="pausas">Pausas</h2>
        <Button icon="clock" onClick={() => setPlanning(true)}>
          Programar pausa
        </Button>
      </Row>
      {running.length > 0 ? (
        <Paper torn="top">
          {running.map((one) => (
            <div key={one.id} className={styles.running}>
              <span className={styles.count} aria-hidden="true">
                {one.end ? countdown(Date.parse(one.end) - now.getTime()) : '∞'}
              </span>
              <b>
                {one.name ?? 'Em pausa'}
                {channelsText(one)}
              </b>
              <Muted as="small" size={3}>
                {one.end
                  ? `Volta sozinha ${momentText(one.end, now, hours.timezone)}.`
                  : one.byPresence
                    ? 'Volta sozinha quando uma tela de Pedidos tocar com som.'
                    : 'Até alguém voltar.'}
                {one.setBy ? ` Pedida por ${one.setBy}.` : ''}
              </Muted>
              <Button variant="soft" busy={end.isBusy(one)} onClick={() => end.run(one)}>
                Voltar agora
              </Button>
            </div>
          ))}
        </Paper>
      ) : null}
      {planned.length > 0 ? (
        <ul className={`${styles.rows} ${styles.breaks}`}>
          {planned.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.name}</b>
                {channelsText(one)}
                <small>
                  {momentText(one.start, now, hours.timezone)}
                  {one.end ? ` até ${momentText(one.end, now, hours.timezone)}` : ''}
                </small>
              </span>
              <Button
                variant="ghost"
                busy={end.isBusy(one)}
                aria-label={`Cancelar a pausa ${one.name ?? ''}`}
                onClick={() => end.run(one)}
              >
                Cancelar
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {current.length === 0 ? <p className={styles.quiet}>Nenhuma pausa. A loja segue a semana.</p> : null}
      {planning ? <BreakDialog store={store} hours={hours} onClose={() => setPlanning(false)} /> : null}
    </section>
  )
}

const channelsText = ({ channels }: ScheduledBreak): string =>
  channels.length === 0 ? '' : `, só ${channels.map(channelName).join(' e ')}`

function BreakDialog({ store, hours, onClose }: BreaksProps & { readonly onClose: () => void }) {
  const sold = platforms.filter((platform) => store.options.some((option) => option.platform === platform))
  const [channels, setChannels] = useState<readonly Platform[]>(sold)
  const [key] = useState(() => crypto.randomUUID())
  const [opened] = useState(() => Date.now())
  const form = useForm({
    initial: {
      name: '',
      start: localField(new Date(opened + 10 * 60_000), hours.timezone),
      end: localField(new Date(opened + 70 * 60_000), hours.timezone),
    },
    schema: scheduleBreak.body,
    input: ({ name, start, end }) => ({
      name,
      start: instantIn(start, hours.timezone),
      end: instantIn(end, hours.timezone),
      ...(channels.length < sold.length ? { channels: [...channels] } : {}),
    }),
    send: async (body) => {
      await ask(scheduleBreak, { body }, { storeId: store.id, idempotencyKey: key })
      await refreshHours()
      notify('A pausa está programada. A loja volta sozinha no fim.')
      onClose()
    },
  })
  return (
    <Dialog title="Programar pausa" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate aria-label="Programar pausa">
        <FormError>{form.refusal}</FormError>
        <TextField label="Motivo" hint="Como “Troca do gás”." data-first {...form.field('name')} />
        {(['start', 'end'] as const).map((name) => (
          <MomentField
            key={name}
            label={name === 'start' ? 'Começa' : 'Volta'}
            today={hours.today}
            value={form.values[name]}
            error={form.problem(name)}
            onChange={(moment) => form.set(name, moment)}
          />
        ))}
        {sold.length > 1 ? (
          <fieldset className={styles.choices}>
            <legend>Canais</legend>
            {sold.map((platform) => (
              <label key={platform}>
                <input
                  type="checkbox"
                  checked={channels.includes(platform)}
                  onChange={(event) =>
                    setChannels(
                      event.target.checked
                        ? [...channels, platform]
                        : channels.filter((one) => one !== platform),
                    )
                  }
                />
                {channelName(platform)}
              </label>
            ))}
          </fieldset>
        ) : null}
        <p className={styles.quiet}>Pedidos que já entraram continuam. No fim a loja volta sozinha.</p>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            disabledReason={channels.length === 0 ? 'Escolha ao menos um canal.' : null}
          >
            Programar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
