import { useState } from 'react'
import {
  readWorkingHours,
  saveSpecialDay,
  deleteSpecialDay,
  type SpecialDay,
  type WorkingHours,
} from '../../../contract/stores/hours.ts'
import type { OpenHours, Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dayShort, plural } from '../../words/format.ts'
import { HoursFields } from './hours-fields.tsx'
import { refreshHours } from './hours-data.ts'
import styles from './hours-tab.module.css'
import { decisionText, listedDays, type ListedDay } from './special-days.rules.ts'

interface SpecialProps {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly hours: WorkingHours
}

/** Holidays of the country and the store's own days; a near holiday that nobody decided about asks to be decided. */
export function SpecialDaysPart({ store, stores, hours }: SpecialProps) {
  const [deciding, setDeciding] = useState<ListedDay | 'new' | null>(null)
  const [all, setAll] = useState(false)
  const days = listedDays(hours)
  const shown = all ? days : days.slice(0, 6)
  return (
    <section aria-labelledby="especiais">
      <div className={styles.head}>
        <h2 id="especiais">Feriados e dias especiais</h2>
        <Button icon="plus" onClick={() => setDeciding('new')}>
          Novo dia
        </Button>
      </div>
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={one.day}>
            <time dateTime={one.day}>{dayShort(one.day)}</time>
            <b>{one.name}</b>
            <button
              type="button"
              className={`${styles.pill} ${one.asks ? styles.need : ''}`}
              aria-label={`${one.name}, ${dayShort(one.day)}: ${decisionText(one.decided)}. Mudar`}
              onClick={() => setDeciding(one)}
            >
              <span>{one.decided || one.asks ? decisionText(one.decided) : 'segue a semana'}</span>
            </button>
          </li>
        ))}
      </ul>
      {days.length > shown.length ? (
        <Button variant="ghost" onClick={() => setAll(true)}>
          Ver os {days.length} dias do ano
        </Button>
      ) : null}
      {deciding ? (
        <DecideDialog
          day={deciding === 'new' ? null : deciding}
          store={store}
          stores={stores}
          today={hours.today}
          onClose={() => setDeciding(null)}
        />
      ) : null}
    </section>
  )
}

const kinds = [
  ['week', 'Abre normal'],
  ['closed', 'Fechada'],
  ['hours', 'Outro horário'],
] as const

interface Decision {
  readonly day: string
  readonly name: string
  readonly kind: SpecialDay['kind']
  readonly intervals: OpenHours[]
}

/** What happens on the day, here and in the other stores at once; each store has its own result. */
function DecideDialog({
  day,
  store,
  stores,
  today,
  onClose,
}: Omit<SpecialProps, 'hours'> & {
  readonly day: ListedDay | null
  readonly today: string
  readonly onClose: () => void
}) {
  const [date, setDate] = useState(day?.day ?? '')
  const [name, setName] = useState(day?.name ?? '')
  const [kind, setKind] = useState<SpecialDay['kind'] | null>(day?.decided?.kind ?? null)
  const [intervals, setIntervals] = useState<readonly OpenHours[]>(
    day?.decided?.kind === 'hours' ? day.decided.intervals : [{ start: '11:00', end: '17:00' }],
  )
  const [everywhere, setEverywhere] = useState(stores.length > 1 && !day?.decided)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly (readonly [Store, string])[]>([])
  const missing = !date
    ? 'Escolha o dia.'
    : !name.trim()
      ? 'Dê um nome ao dia.'
      : !kind
        ? 'Escolha se a loja abre.'
        : null

  const run = async (targets: readonly Store[], write: (target: Store) => Promise<void>, done: string) => {
    setBusy(true)
    const refused: (readonly [Store, string])[] = []
    for (const target of targets) {
      try {
        await write(target)
      } catch (error) {
        const [detail] = error instanceof ApiError ? error.details : []
        refused.push([target, detail?.message ?? errorSentence(error)])
      }
    }
    await refreshHours()
    setBusy(false)
    setFailed(refused)
    if (refused.length > 0) return
    notify(targets.length > 1 ? `${done} em ${plural(targets.length, 'loja', 'lojas')}.` : `${done}.`)
    onClose()
  }
  // What failed is tried again alone.
  const targets = failed.length > 0 ? failed.map(([one]) => one) : everywhere ? stores : [store]
  const save = () =>
    run(
      targets,
      (target) =>
        decide(target, {
          day: date,
          name: name.trim(),
          kind: kind ?? 'week',
          intervals: kind === 'hours' ? [...intervals] : [],
        }),
      'Decidido',
    )
  return (
    <Dialog title={day ? `${day.name}, ${dayShort(day.day)}` : 'Novo dia especial'} onClose={onClose}>
      {day ? null : (
        <div className={styles.pair}>
          <TextField
            label="Dia"
            type="date"
            min={today}
            autoFocus
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
          <TextField
            label="Nome"
            hint="Como “Aniversário da cidade”."
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      )}
      <fieldset className={styles.choices}>
        <legend>Neste dia a loja</legend>
        {kinds.map(([value, words]) => (
          <label key={value}>
            <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
            {words}
          </label>
        ))}
      </fieldset>
      {kind === 'hours' ? <HoursFields hours={intervals} onChange={setIntervals} /> : null}
      {stores.length > 1 ? (
        <label className={styles.choices}>
          <span>
            <input
              type="checkbox"
              checked={everywhere}
              onChange={(event) => setEverywhere(event.target.checked)}
            />{' '}
            Nas {stores.length} lojas
          </span>
        </label>
      ) : null}
      {failed.length > 0 ? (
        <ul className={styles.results} role="alert">
          {failed.map(([one, why]) => (
            <li key={one.id}>
              <b>{one.name}</b>
              <span className={styles.refusal}>{why}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <DialogFoot>
        {day?.decided ? (
          <Button
            variant="ghost"
            onClick={() =>
              void run(
                [store],
                async (target) =>
                  void (await ask(deleteSpecialDay, { query: { day: day.day } }, { storeId: target.id })),
                'O dia segue a semana de novo',
              )
            }
          >
            Desfazer a decisão
          </Button>
        ) : null}
        <Button variant="primary" busy={busy} disabledReason={missing} onClick={() => void save()}>
          {failed.length > 0
            ? 'Tentar de novo'
            : targets.length > 1
              ? `Salvar nas ${targets.length} lojas`
              : 'Salvar'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** With the version that the store has now: the person decides about the day, not about a form. */
async function decide(store: Store, decision: Decision): Promise<void> {
  const { special } = await ask(readWorkingHours, {}, { storeId: store.id })
  const version = special.find((one) => one.day === decision.day)?.version ?? 0
  await ask(saveSpecialDay, { body: { ...decision, version } }, { storeId: store.id })
}
