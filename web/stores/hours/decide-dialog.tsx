import { useState } from 'react'
import {
  deleteSpecialDay,
  readWorkingHours,
  saveSpecialDay,
  type SpecialDay,
} from '../../../contract/stores/hours.ts'
import type { OpenHours, Store } from '../../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { Box } from '../../kit/box.tsx'
import { DayField } from '../../days/day-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dayShort, plural } from '../../words/format.ts'
import { HoursFields } from './hours-fields.tsx'
import { refreshHours } from './hours-data.ts'
import { Row } from '../../kit/layout.tsx'
import { Problem } from '../../kit/text.tsx'
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

type Failed = readonly (readonly [Store, string])[]

/** Writes to several stores, one after the other; each has its own result, and what failed can be tried again alone. */
function useStores(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>([])
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
    onDone()
  }
  return { busy, failed, run }
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
  const { busy, failed, run } = useStores(onClose)
  const set = (change: Partial<Typed>) => setDecision({ ...decision, ...change })
  const { kind, intervals } = decision
  const targets = failed.length > 0 ? failed.map(([one]) => one) : everywhere ? stores : [store]
  const save = () => run(targets, (target) => decide(target, decision), 'Decidido')
  const undo = (decided: SpecialDay) =>
    run([store], (target) => forget(target, decided.day), 'O dia segue a semana de novo')
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
      <Failures failed={failed} />
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
          {saveWords(targets.length, failed.length > 0)}
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

function Failures({ failed }: { readonly failed: Failed }) {
  if (failed.length === 0) return null
  return (
    <ul className={styles.results} role="alert">
      {failed.map(([one, why]) => (
        <Row as="li" gap={8} key={one.id}>
          <b>{one.name}</b>
          <Problem as="span" strong>
            {why}
          </Problem>
        </Row>
      ))}
    </ul>
  )
}

function saveWords(stores: number, again: boolean): string {
  if (again) return 'Tentar de novo'
  return stores > 1 ? `Salvar nas ${stores} lojas` : 'Salvar'
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

/** With the version that the store has now: the person decides about the day, not about a form. */
async function decide(store: Store, { day, name, kind, intervals }: Typed): Promise<void> {
  const { special } = await ask(readWorkingHours, {}, { storeId: store.id })
  const version = special.find((one) => one.day === day)?.version ?? 0
  const body = {
    day,
    name: name.trim(),
    kind: kind ?? 'week',
    intervals: kind === 'hours' ? [...intervals] : [],
    version,
  } as const
  await ask(saveSpecialDay, { body }, { storeId: store.id })
}

async function forget(store: Store, day: string): Promise<void> {
  await ask(deleteSpecialDay, { query: { day } }, { storeId: store.id })
}
