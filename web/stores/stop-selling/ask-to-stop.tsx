import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { channelName, type Platform } from '../../../contract/shared/channels.ts'
import type { ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import { scheduleBreak, type WorkingHours } from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { MomentField } from '../../days/moment-field.tsx'
import { useForm, type Form } from '../../forms/use-form.ts'
import { Box } from '../../kit/box.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { ChoiceChips } from '../../ui/choice-chips.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { noReason, stopReasons } from '../../words/stop-reasons.ts'
import { whenLabel } from '../../words/when-words.ts'
import { placesOf, runningText } from '../channels/channels.rules.ts'
import { refreshSelling } from '../channels/mend.ts'
import { SwitchDialog } from '../channels/switch-dialog.tsx'
import { localField } from '../hours/breaks.rules.ts'
import styles from './stop-selling.module.css'
import {
  closedAlready,
  runningBreaks,
  stopEnd,
  stoppable,
  stopPace,
  stopSpans,
  type StopSpan,
} from './stop-selling.rules.ts'

interface AskProps {
  readonly store: Store
  readonly channels: StoreChannels
  readonly hours: WorkingHours
  readonly now: Date
  readonly onStopped: () => void
  readonly onClose: () => void
}

interface StopValues {
  readonly span: StopSpan
  /** Of `other`: local `YYYY-MM-DDTHH:MM`. */
  readonly other: string
  readonly reason: (typeof stopReasons)[number] | 'other' | ''
  readonly words: string
  /** Left ticked off. */
  readonly without: readonly Platform[]
}

/** Half an hour, every channel that sells, no reason chosen: one more press stops the store. */
export function AskToStop({ store, channels, hours, now, onStopped, onClose }: AskProps) {
  const running = runningBreaks(hours.breaks, now)
  const selling = stoppable(channels.channels, running)
  const whole = running.length === 0
  const [key] = useState(() => crypto.randomUUID())
  const [forGood, setForGood] = useState(false)
  const form = useStopForm({ store, hours, selling, whole, idempotencyKey: key, onStopped })
  if (forGood) return <SwitchDialog storeId={store.id} name={store.name} onClose={onClose} />
  const { span, other, without } = form.values
  const chosen = selling.filter(({ platform }) => !without.includes(platform))
  const end = stopEnd(span, other, now, clockOf(store))
  const until = Number.isNaN(Date.parse(end)) ? null : whenLabel(end, now, hours.timezone)
  if (selling.length === 0)
    return <NothingSells store={store} onForGood={() => setForGood(true)} onClose={onClose} />
  return (
    <Dialog title={`Parar de vender em ${store.name}`} roomy onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate aria-label="Parar de vender" className={styles.form}>
        <SpanPart form={form} today={hours.today} />
        <ReasonPart form={form} />
        <ChannelsPart form={form} selling={selling} closed={closedAlready(channels.channels, running)} />
        <Gentler storeId={store.id} onForGood={() => setForGood(true)} />
        <FormError className={styles.refused}>
          {form.refusal ?? form.problem('start') ?? form.problem('end')}
        </FormError>
        <div className={styles.foot}>
          <p className={styles.back}>
            <b>{until ?? 'quando?'}</b>
            <span>
              {chosen.length === 0
                ? 'Nenhum canal escolhido.'
                : `Volta sozinha ${placesOf(chosen.map(({ platform }) => platform))}${span === 'day' ? ', pelos horários da semana' : ''}.`}
              <Muted as="small" block size={3}>
                {runningText(channels.running)} Fica no histórico.
              </Muted>
            </span>
          </p>
          <Button
            type="submit"
            variant="danger"
            className={styles.stop ?? ''}
            busy={form.busy}
            disabledReason={chosen.length === 0 ? 'Escolha ao menos um canal.' : null}
          >
            {span === 'day' ? 'Parar pelo resto do dia' : until ? `Parar até ${until}` : 'Parar de vender'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const clockOf = (store: Store) => ({
  timezone: store.address.timezone,
  dayEndsAt: store.businessDay.endsAt,
})

function useStopForm({
  store,
  hours,
  selling,
  whole,
  idempotencyKey,
  onStopped,
}: Pick<AskProps, 'store' | 'hours' | 'onStopped'> & {
  readonly selling: readonly ChannelNow[]
  /** No other break runs: all that sells is the whole store. */
  readonly whole: boolean
  readonly idempotencyKey: string
}): Form<StopValues> {
  return useForm({
    initial: (): StopValues => ({
      span: '30',
      other: localField(new Date(Date.now() + 2 * 3_600_000), hours.timezone),
      reason: '',
      words: '',
      without: [],
    }),
    schema: scheduleBreak.body,
    alsoShown: ['name', 'start', 'end'],
    input: ({ span, other, reason, words, without }) => {
      const now = new Date()
      const channels = selling.map(({ platform }) => platform).filter((one) => !without.includes(one))
      return {
        name: (reason === 'other' ? words.trim() : reason) || noReason,
        start: now.toISOString(),
        end: stopEnd(span, other, now, clockOf(store)),
        ...(whole && without.length === 0 ? {} : { channels }),
      }
    },
    send: async (body) => {
      try {
        await ask(scheduleBreak, { body }, { storeId: store.id, idempotencyKey })
        // Before the refresh: a person may already press on in what it shows.
        onStopped()
      } finally {
        // The same dialog says what became of it; after a refusal, what somebody else did.
        await refreshSelling()
      }
    },
  })
}

interface PartProps {
  readonly form: Form<StopValues>
}

function SpanPart({ form, today }: PartProps & { readonly today: string }) {
  const { span, other } = form.values
  return (
    <section>
      <h3>Por quanto tempo?</h3>
      <ChoiceChips
        label="Por quanto tempo?"
        options={stopSpans}
        value={span}
        onChoose={(next) => form.set('span', next)}
      />
      {span === 'other' ? (
        <MomentField
          label="Volta"
          today={today}
          value={other}
          onChange={(moment) => form.set('other', moment)}
        />
      ) : null}
    </section>
  )
}

const reasonChoices = [...stopReasons.map((one) => [one, one] as const), ['other', 'Outro'] as const]

function ReasonPart({ form }: PartProps) {
  const { reason } = form.values
  return (
    <section>
      <h3>Por quê? (se quiser)</h3>
      <ChoiceChips
        label="Por quê?"
        options={reasonChoices}
        value={reason as (typeof reasonChoices)[number][0]}
        onChoose={(next) => form.set('reason', next)}
      />
      {reason === 'other' ? (
        <TextField label="Motivo" maxLength={80} {...form.field('words')} error={form.problem('name')} />
      ) : null}
    </section>
  )
}

function ChannelsPart({
  form,
  selling,
  closed,
}: PartProps & {
  readonly selling: readonly ChannelNow[]
  readonly closed: readonly ChannelNow[]
}) {
  const { without } = form.values
  return (
    <section className={styles.channels}>
      <h3>Em quais canais?</h3>
      {selling.map(({ platform }) => (
        <Box
          key={platform}
          label={channelName(platform)}
          hint={stopPace(platform)}
          checked={!without.includes(platform)}
          onChange={(on) =>
            form.set('without', on ? without.filter((one) => one !== platform) : [...without, platform])
          }
        />
      ))}
      {closed.length > 0 ? (
        <Muted size={3}>
          Já não {closed.length === 1 ? 'vende' : 'vendem'}:{' '}
          {closed.map(({ platform }) => channelName(platform)).join(', ')}.
        </Muted>
      ) : null}
    </section>
  )
}

/** What hurts less, before the red button; and what lasts. */
function Gentler({ storeId, onForGood }: { readonly storeId: string; readonly onForGood: () => void }) {
  return (
    <Stack gap={2} className={styles.gentler}>
      <p>
        Só desafogar?{' '}
        <Link to="/settings" search={{ tab: 'orders', store: storeId }} hash="movimento">
          Prometer mais tempo
        </Link>
      </p>
      <p>
        Acabou um prato? <Link to="/cardapio">Pausar só o prato</Link>
      </p>
      <p>
        Sem data para voltar?{' '}
        <button type="button" onClick={onForGood}>
          Desativar a loja
        </button>
      </p>
    </Stack>
  )
}

/** Outside its hours a store can still be taken off. */
function NothingSells({
  store,
  onForGood,
  onClose,
}: Pick<AskProps, 'store' | 'onClose'> & { readonly onForGood: () => void }) {
  return (
    <Dialog title={`Parar de vender em ${store.name}`} onClose={onClose}>
      <EmptyState icon="clock" title="Nenhum canal vende agora">
        A loja está fora do horário ou fechada em todos os canais. Para um outro dia, programe uma pausa em
        Horários.
      </EmptyState>
      <DialogFoot>
        <Button variant="ghost" onClick={onForGood}>
          Desativar a loja
        </Button>
        <Button variant="primary" data-first onClick={onClose}>
          Entendi
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
