import { useState } from 'react'
import type { BulkAct, BulkAction, TriedPart } from '../../contract/bulk/bulk.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Awning } from '../marks/awning.tsx'
import { Button } from '../ui/button.tsx'
import { DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import type { StoreOfAct } from './store-of-act.ts'
import { begin, useTried } from './bulk-data.ts'
import { actionWords, leftOutWords } from './bulk-words.rules.ts'
import styles from './bulk.module.css'
import { UnsupportedText } from './unsupported-text.tsx'

interface RehearsalProps {
  readonly action: BulkAction
  readonly stores: readonly StoreOfAct[]
  readonly noneAtFirst: boolean
  /** Null: the act was chosen elsewhere. */
  readonly onBack: (() => void) | null
  readonly onBegun: (act: BulkAct) => void
}

/** The rehearsal: what would change in each store. A store is taken in or left out by a press. */
export function Rehearsal({ action, stores, noneAtFirst, onBack, onBegun }: RehearsalProps) {
  const rehearsal = useTried(
    action,
    stores.map(({ id }) => id),
  )
  const [without, setWithout] = useState<ReadonlySet<string>>(
    () => new Set(noneAtFirst ? stores.map(({ id }) => id) : []),
  )
  const [key] = useState(() => crypto.randomUUID())
  const { verb } = actionWords(action)
  const parts = rehearsal.data?.parts ?? []
  const changing = parts.filter(({ would }) => would === 'change')
  const chosen = changing.filter(({ storeId }) => !without.has(storeId))
  const start = useAction(async (storeIds: readonly string[]) => onBegun(await begin(action, storeIds, key)))
  if (rehearsal.error)
    return (
      <ErrorState
        message={errorSentence(rehearsal.error)}
        requestId={requestIdOf(rehearsal.error)}
        onRetry={() => void rehearsal.refetch()}
      />
    )
  if (!rehearsal.data) return <Skeleton height={Math.min(420, 60 + stores.length * 54)} />
  const toggle = (storeId: string) => {
    const next = new Set(without)
    if (!next.delete(storeId)) next.add(storeId)
    setWithout(next)
  }
  return (
    <>
      <p role="status">
        <b>
          {chosen.length === 0
            ? changing.length === 0
              ? 'Nenhuma loja muda.'
              : 'Escolha as lojas.'
            : `Vai mudar em ${plural(chosen.length, 'loja', 'lojas')}.`}
        </b>{' '}
        <Muted as="span">{leftOutWords(parts)} Nada mudou ainda.</Muted>
      </p>
      <ul className={styles.rows}>
        {stores.map((store) => {
          const part = parts.find(({ storeId }) => storeId === store.id)
          return part ? (
            <TriedRow
              key={store.id}
              store={store}
              part={part}
              checked={!without.has(store.id)}
              onToggle={() => toggle(store.id)}
            />
          ) : null
        })}
      </ul>
      <DialogFoot>
        {noneAtFirst && changing.length > 1 && chosen.length < changing.length ? (
          <Button variant="ghost" onClick={() => setWithout(new Set())}>
            Escolher todas
          </Button>
        ) : null}
        {onBack ? (
          <Button variant="ghost" onClick={onBack}>
            Voltar
          </Button>
        ) : null}
        <Button
          variant="primary"
          data-first
          busy={start.busyWith !== null}
          disabledReason={chosen.length === 0 ? 'Nenhuma loja escolhida muda.' : null}
          onClick={() => start.run(chosen.map(({ storeId }) => storeId))}
        >
          {verb}
          {chosen.length === 0 ? '' : ` em ${plural(chosen.length, 'loja', 'lojas')}`}
        </Button>
      </DialogFoot>
    </>
  )
}

function TriedRow({
  store,
  part,
  checked,
  onToggle,
}: {
  readonly store: StoreOfAct
  readonly part: TriedPart
  readonly checked: boolean
  readonly onToggle: () => void
}) {
  const changes = part.would === 'change'
  return (
    <li>
      <label className={styles.row}>
        <input type="checkbox" checked={changes && checked} disabled={!changes} onChange={onToggle} />
        <Row as="span" wrap className={styles.name}>
          <Awning mark={store.mark} size={20} />
          <b>{store.name}</b>
          {part.would === 'same' ? <Pill>já está assim</Pill> : null}
          {part.would === 'refuse' ? <Pill tone="warn">fica de fora</Pill> : null}
        </Row>
        <small>{part.refusal?.message ?? part.words}</small>
        <UnsupportedText platforms={part.unsupported} />
      </label>
    </li>
  )
}
