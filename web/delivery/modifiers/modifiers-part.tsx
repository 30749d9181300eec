import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  deleteDeliveryModifier,
  manualMinutes,
  readModifierRuns,
  readMyDeliveryModifiers,
  saveDeliveryModifier,
  type DeliveryModifier,
  type ModifierRun,
} from '../../../contract/delivery/modifiers.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useTick } from '../../browser/ticks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Paper } from '../../ui/paper.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockTime, money, plural } from '../../words/format.ts'
import { refreshDelivery } from '../delivery-data.ts'
import styles from '../delivery-tab.module.css'
import { ModifierDialog } from './modifier-dialog.tsx'
import { effectWords, leftText, triggerWords } from './modifier-words.rules.ts'
import { rain, turned } from './turn-modifier.ts'

interface PartProps {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly zones: readonly DeliveryZone[]
}

/** What changes fee and time: what runs now on paper with what is left of it, and the rest as a list. */
export function ModifiersPart({ store, stores, zones }: PartProps) {
  const options = { storeId: store.id }
  const query = useQuery(queryFor(readMyDeliveryModifiers, {}, options))
  const [editing, setEditing] = useState<DeliveryModifier | 'new' | null>(null)
  useRefreshAt(query.data?.nextChange ?? null)
  const remove = useAction(async (one: DeliveryModifier) => {
    await ask(deleteDeliveryModifier, { query: { id: one.id } }, options)
    await refreshDelivery()
    notify(`${one.name}: apagado.`)
    setEditing(null)
  })
  const start = useAction(async (_all: null) => {
    await ask(saveDeliveryModifier, { body: { ...rain(new Date()), storeIds: [store.id] } }, options)
    await refreshDelivery()
    notify(`Chuva ligada por ${manualMinutes.usual} minutos.`)
  })
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={140} />
    )
  const { modifiers } = query.data
  return (
    <section aria-labelledby="mudancas">
      <div className={styles.head}>
        <h2 id="mudancas">Chuva, pico e outras mudanças</h2>
        <Button icon="plus" onClick={() => setEditing('new')}>
          Nova
        </Button>
      </div>
      <p className={styles.note}>Vale no canal próprio. Nos marketplaces, a taxa é deles.</p>
      {modifiers.length === 0 ? (
        <Button icon="plus" busy={start.isBusy(null)} onClick={() => start.run(null)}>
          Ligar chuva: mais {money(200)} e 10&nbsp;min
        </Button>
      ) : null}
      <ul className={styles.modifiers}>
        {modifiers.map((one) => (
          <li key={one.id}>
            {one.on ? (
              <Running modifier={one} zones={zones} store={store} onOpen={() => setEditing(one)} />
            ) : (
              <Waiting modifier={one} zones={zones} store={store} onOpen={() => setEditing(one)} />
            )}
          </li>
        ))}
      </ul>
      {editing ? (
        <ModifierDialog
          key={editing === 'new' ? 'new' : editing.id}
          modifier={editing === 'new' ? null : editing}
          zones={zones}
          store={store}
          stores={stores}
          onRemove={() => {
            if (editing !== 'new') remove.run(editing)
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </section>
  )
}

/** Asks again at the second at which something ends or begins. */
function useRefreshAt(instant: string | null): void {
  useEffect(() => {
    if (instant === null) return
    const inMs = Date.parse(instant) - Date.now() + 100
    // A timer of weeks would overflow; the page asks again long before.
    if (inMs > 86_400_000) return
    const timer = setTimeout(() => void refreshDelivery(), Math.max(100, inMs))
    return () => clearTimeout(timer)
  }, [instant])
}

interface RowProps {
  readonly modifier: DeliveryModifier
  readonly zones: readonly DeliveryZone[]
  readonly store: Store
  readonly onOpen: () => void
}

function Running({ modifier, zones, store, onOpen }: RowProps) {
  const { name, until, when } = modifier
  const left = useTick((now) => (until === null ? null : leftText(until, now)))
  const turn = useTurn(store, modifier)
  return (
    <Paper torn="top" className={styles.running ?? ''}>
      <b className={styles.title}>{name} vale agora</b>
      {left === null ? null : <span className={styles.count}>{left}</span>}
      <small>{effectWords(modifier, zones)}</small>
      <small className={styles.end}>
        {until === null ? triggerWords(modifier) : `até ${clockTime(until, store.address.timezone)}`}
      </small>
      <div className={styles.acts}>
        {when.kind === 'manual' ? (
          <>
            <Button variant="quiet" onClick={() => turn.run({ more: 30 })}>
              +30&nbsp;min
            </Button>
            <Button variant="ghost" onClick={onOpen}>
              Mudar
            </Button>
            <Button variant="soft" busy={turn.busyWith !== null} onClick={() => turn.run({ off: true })}>
              Desligar
            </Button>
          </>
        ) : (
          <Button variant="ghost" onClick={onOpen}>
            Mudar
          </Button>
        )}
      </div>
    </Paper>
  )
}

function Waiting({ modifier, zones, store, onOpen }: RowProps) {
  const [results, setResults] = useState(false)
  const turn = useTurn(store, modifier)
  const manual = modifier.when.kind === 'manual'
  const kept = manual || modifier.when.kind === 'queueOver' || modifier.when.kind === 'freeCouriersUnder'
  return (
    <div className={styles.waiting}>
      <button type="button" className={styles.zone} onClick={onOpen}>
        <b>{modifier.name}</b>
        <small>
          {effectWords(modifier, zones)}; {modifier.active ? triggerWords(modifier) : 'fora de uso'}
        </small>
      </button>
      {manual ? (
        <Button busy={turn.busyWith !== null} onClick={() => turn.run({ more: manualMinutes.usual })}>
          Ligar {manualMinutes.usual}&nbsp;min
        </Button>
      ) : null}
      {kept ? (
        <Button variant="ghost" aria-expanded={results} onClick={() => setResults(!results)}>
          Ver o que mudou
        </Button>
      ) : null}
      {results ? <Results modifier={modifier} store={store} /> : null}
    </div>
  )
}

const useTurn = (store: Store, modifier: DeliveryModifier) =>
  useAction(async (wish: { readonly more?: number; readonly off?: boolean }) => {
    try {
      await ask(
        saveDeliveryModifier,
        { body: turned(modifier, wish.off ? null : (wish.more ?? manualMinutes.usual), new Date()) },
        { storeId: store.id },
      )
      notify(wish.off ? `${modifier.name}: desligado.` : `${modifier.name}: ligado.`)
    } finally {
      await refreshDelivery()
    }
  })

/** Its last runs against the same hours of the four weeks before. */
function Results({ modifier, store }: { readonly modifier: DeliveryModifier; readonly store: Store }) {
  const query = useQuery(queryFor(readModifierRuns, { query: { id: modifier.id } }, { storeId: store.id }))
  if (!query.data)
    return query.error ? (
      <p className={styles.wrong}>{errorSentence(query.error)}</p>
    ) : (
      <Skeleton height={40} />
    )
  const { runs } = query.data
  if (runs.length === 0) return <p className={styles.note}>Ainda não valeu nenhuma vez.</p>
  return (
    <ul className={styles.runs}>
      {runs.slice(0, 3).map((run) => (
        <li key={run.startedAt}>{runWords(run, store.address.timezone)}</li>
      ))}
    </ul>
  )
}

function runWords({ startedAt, endedAt, during, usual }: ModifierRun, timezone: string): string {
  const day = new Date(startedAt).toLocaleDateString('pt-BR', {
    timeZone: timezone,
    day: '2-digit',
    month: '2-digit',
  })
  const end = endedAt ? ` às ${clockTime(endedAt, timezone)}` : ', ainda vale'
  return [
    `${day}, ${clockTime(startedAt, timezone)}${end}:`,
    `${plural(during.orders, 'pedido', 'pedidos')} (costuma ter ${usual.orders}),`,
    `${money(during.cents)} (${money(usual.cents)}),`,
    `${plural(during.cancelled, 'cancelado', 'cancelados')} (${usual.cancelled}).`,
  ].join(' ')
}
