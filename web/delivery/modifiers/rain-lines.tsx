import { useQuery } from '@tanstack/react-query'
import {
  manualMinutes,
  readMyDeliveryModifiers,
  saveDeliveryModifier,
  type DeliveryModifier,
  type ModifierSuggestion,
} from '../../../contract/delivery/modifiers.ts'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useTick } from '../../browser/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { refreshDelivery } from '../delivery-data.ts'
import { leftText, suggestionWords } from './modifier-words.rules.ts'
import styles from './rain-lines.module.css'
import { rain, turned } from './turn-modifier.ts'

const maxStores = 6

/** Rain on and off from the board, with the reason where a store has one; for its managers. */
export function RainLines({ stores }: { readonly stores: readonly Store[] }) {
  const managed = stores.filter(({ role }) => roleMeets(role, 'manager')).slice(0, maxStores)
  if (managed.length === 0) return null
  return (
    <ul className={styles.lines} aria-label="Chuva e pico">
      {managed.map((store) => (
        <RainLine key={store.id} store={store} alone={managed.length === 1} />
      ))}
    </ul>
  )
}

/** Quiet while a store of several has neither a reason nor anything on. */
function RainLine({ store, alone }: { readonly store: Store; readonly alone: boolean }) {
  const options = { storeId: store.id }
  const query = useQuery({ ...queryFor(readMyDeliveryModifiers, {}, options), staleTime: 30_000 })
  if (!query.data) return null
  const manual = query.data.modifiers.filter(({ when }) => when.kind === 'manual')
  const own = manual.find(({ on }) => on) ?? manual[0] ?? null
  const { suggestion } = query.data
  if (!alone && !own?.on && !suggestion) return null
  return (
    <li>
      <p>
        {alone ? null : <b>{store.name}: </b>}
        <State own={own} suggestion={suggestion} />
      </p>
      <Turn store={store} own={own} busy={suggestion !== null} />
    </li>
  )
}

function State({
  own,
  suggestion,
}: {
  readonly own: DeliveryModifier | null
  readonly suggestion: ModifierSuggestion | null
}) {
  if (own?.on) return <Left modifier={own} />
  return suggestion ? suggestionWords(suggestion) : `${nameOf(own)} desligada`
}

const nameOf = (own: DeliveryModifier | null): string => own?.name ?? 'Chuva'

/** A full kitchen is no rain: its button says what it does. */
function Turn({
  store,
  own,
  busy,
}: {
  readonly store: Store
  readonly own: DeliveryModifier | null
  readonly busy: boolean
}) {
  const turn = useTurning(store, own)
  const on = own?.on ?? false
  return (
    <Button busy={turn.busyWith !== null} onClick={() => turn.run(!on)}>
      {on ? 'Desligar' : busy ? 'Cobrar mais e prometer mais tempo' : `Ligar ${nameOf(own).toLowerCase()}`}
    </Button>
  )
}

function Left({ modifier: { name, until } }: { readonly modifier: DeliveryModifier }) {
  const left = useTick((now) => (until === null ? '' : leftText(until, now)))
  return (
    <>
      {name} ligada, faltam {left}
    </>
  )
}

/** Turns the store's own manual modifier, or makes its first one. */
const useTurning = (store: Store, own: DeliveryModifier | null) =>
  useAction(async (on: boolean) => {
    const now = new Date()
    const body = own
      ? turned(own, on ? manualMinutes.usual : null, now)
      : { ...rain(now), storeIds: [store.id] }
    try {
      await ask(saveDeliveryModifier, { body }, { storeId: store.id })
      const done = on ? `${body.name} por ${manualMinutes.usual} minutos` : `${body.name} desligada`
      notify(`${store.name}: ${done}.`)
    } finally {
      await refreshDelivery()
    }
  })
