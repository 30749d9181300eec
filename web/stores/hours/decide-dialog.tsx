import { useState } from 'react'
import { beginBulk } from '../../../contract/bulk/bulk.ts'
import {
  deleteSpecialDay,
  readWorkingHours,
  saveSpecialDay,
  type SpecialDay,
} from '../../../contract/stores/hours.ts'
import type { OpenHours, Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { BulkDialog, storesOfAct } from '../../bulk/bulk.ts'
import { Box } from '../../kit/box.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { DayField } from '../../days/day-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dayShort } from '../../words/format.ts'
import { HoursFields } from './hours-fields.tsx'
import { refreshHours } from './hours-data.ts'
import styles from './hours-tab.module.css'
import type { ListedDay } from './special-days.rules.ts'

const kinds = [
  ['week', 'Abre normal'],
  ['closed', 'Fechada'],
  ['hours', 'Outro horário'],
] as const

interface Typed {
  readonly day: string
  readonly name: string
  /** Null: not chosen yet. */
  readonly kind: SpecialDay['kind'] | null
  readonly intervals: readonly OpenHours[]
}

/** Runs a write; what the server refuses is said where it was asked for. */
function useWrite() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (write: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await write()
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setProblem(detail?.message ?? errorSentence(error))
    }
    await refreshHours()
    setBusy(false)
  }
  return { busy, problem, run }
}

/** What happens on the day, here and in the other stores at once. */
export function DecideDialog({
  day,
  store,
  stores,
  today,
  onClose,
}: {
  readonly store: Store
  /** Those that may be decided about together, this one included. */
  readonly stores: readonly Store[]
  /** Null: a day of the store's own. */
  readonly day: ListedDay | null
  readonly today: string
  readonly onClose: () => void
}) {
  const [decision, setDecision] = useState<Typed>(() => typedOf(day))
  const [everywhere, setEverywhere] = useState(stores.length > 1 && !day?.decided)
  const [key] = useState(() => crypto.randomUUID())
  const [actId, setActId] = useState<string | null>(null)
  const { busy, problem, run } = useWrite()
  const set = (change: Partial<Typed>) => setDecision({ ...decision, ...change })
  const { kind, intervals } = decision
  const here = (write: () => Promise<void>, done: string) =>
    run(async () => {
      await write()
      notify(done)
      onClose()
    })
  const save = () =>
    everywhere
      ? run(async () => setActId(await decideInAll(stores, decision, key)))
      : here(() => decide(store, decision), 'Decidido.')
  const undo = (decided: SpecialDay) =>
    here(() => forget(store, decided.day), 'O dia segue a semana de novo.')
  if (actId)
    return (
      <BulkDialog
        actId={actId}
        stores={storesOfAct(stores)}
        onClose={() => {
          void refreshHours()
          onClose()
        }}
      />
    )
  return (
    <Dialog title={day ? `${day.name}, ${dayShort(day.day)}` : 'Novo dia especial'} onClose={onClose}>
      {day ? null : <NewDayFields today={today} decision={decision} set={set} />}
      <fieldset className={styles.choices}>
        <legend>Neste dia a loja</legend>
        {kinds.map(([value, words]) => (
          <label key={value}>
            <input type="radio" name="kind" checked={kind === value} onChange={() => set({ kind: value })} />
            {words}
          </label>
        ))}
      </fieldset>
      {kind === 'hours' ? (
        <HoursFields hours={intervals} onChange={(next) => set({ intervals: next })} />
      ) : null}
      {stores.length > 1 ? (
        <Box label={`Nas ${stores.length} lojas`} checked={everywhere} onChange={setEverywhere} />
      ) : null}
      <FormError>{problem}</FormError>
      <DialogFoot>
        {day?.decided ? (
          <Button variant="ghost" onClick={() => void undo(day.decided as SpecialDay)}>
            Desfazer a decisão
          </Button>
        ) : null}
        <Button
          variant="primary"
          busy={busy}
          disabledReason={missingIn(decision)}
          onClick={() => void save()}
        >
          {everywhere ? `Salvar nas ${stores.length} lojas` : 'Salvar'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function NewDayFields({
  today,
  decision,
  set,
}: {
  readonly today: string
  readonly decision: Typed
  readonly set: (change: Partial<Typed>) => void
}) {
  return (
    <div className={styles.dayPair}>
      <DayField label="Dia" today={today} data-first value={decision.day} onChange={(day) => set({ day })} />
      <TextField
        label="Nome"
        hint="Como “Aniversário da cidade”."
        value={decision.name}
        onChange={(event) => set({ name: event.target.value })}
      />
    </div>
  )
}

const typedOf = (day: ListedDay | null): Typed => ({
  day: day?.day ?? '',
  name: day?.name ?? '',
  kind: day?.decided?.kind ?? null,
  intervals: day?.decided?.kind === 'hours' ? day.decided.intervals : [{ start: '11:00', end: '17:00' }],
})

function missingIn({ day, name, kind }: Typed): string | null {
  if (!day) return 'Escolha o dia.'
  if (!name.trim()) return 'Dê um nome ao dia.'
  return kind ? null : 'Escolha se a loja abre.'
}

const decisionOf = ({ name, kind, intervals }: Typed) => ({
  name: name.trim(),
  kind: kind ?? 'week',
  intervals: kind === 'hours' ? [...intervals] : [],
})

/** One act: each store has its result, and what refused is tried again alone. Returns its id. */
async function decideInAll(stores: readonly Store[], typed: Typed, idempotencyKey: string): Promise<string> {
  const action = { kind: 'special-day', day: typed.day, decision: decisionOf(typed) } as const
  const query = { selection: stores.map(({ id }) => id).join(',') }
  return (await ask(beginBulk, { query, body: { action } }, { idempotencyKey })).id
}

/** With the version that the store has now: the person decides about the day, not about a form. */
async function decide(store: Store, typed: Typed): Promise<void> {
  const { day } = typed
  const { special } = await ask(readWorkingHours, {}, { storeId: store.id })
  const version = special.find((one) => one.day === day)?.version ?? 0
  const body = { day, ...decisionOf(typed), version }
  await ask(saveSpecialDay, { body }, { storeId: store.id })
}

async function forget(store: Store, day: string): Promise<void> {
  await ask(deleteSpecialDay, { query: { day } }, { storeId: store.id })
}
