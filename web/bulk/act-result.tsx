import { useEffect } from 'react'
import type { BulkAct, BulkPart } from '../../contract/bulk/bulk.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Awning } from '../marks/awning.tsx'
import { Button } from '../ui/button.tsx'
import { DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill, type Tone } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { localClock, plural } from '../words/format.ts'
import { zoneOf, type StoreOfAct } from './store-of-act.ts'
import { refreshAfterAct, saveFiles, takeBack, tryAgain, useAct } from './bulk-data.ts'
import { actionWords, countsOf, partWords, resultHeadline, type Counts } from './bulk-words.rules.ts'
import styles from './bulk.module.css'
import { UnsupportedText } from './unsupported-text.tsx'

interface ResultProps {
  readonly actId: string
  /** Names of the stores; parts of others are not shown. */
  readonly stores: readonly StoreOfAct[]
  readonly onClose: () => void
}

/** The result in each store, live. Closing the dialog does not stop the act: the server runs it. */
export function ActResult({ actId, stores, onClose }: ResultProps) {
  const { data: act, error, refetch } = useAct(actId)
  const waiting = act ? countsOf(act.parts).waiting : 0
  useEffect(() => {
    if (waiting === 0) void refreshAfterAct()
  }, [waiting])
  if (!act)
    return error ? (
      <ErrorState
        message={errorSentence(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={320} />
    )
  return <Result act={act} stores={stores} onClose={onClose} />
}

function Result({ act, stores, onClose }: Omit<ResultProps, 'actId'> & { readonly act: BulkAct }) {
  const now = useNow(5_000)
  const counts = countsOf(act.parts)
  const again = useAction(async () => void (await tryAgain(act.id)))
  const undo = useAction(async () => void (await takeBack(act.id)))
  const made = act.action.kind === 'export' ? act.parts.filter(({ state }) => state === 'done') : []
  const save = useAction(() =>
    saveFiles(
      act.id,
      made.map(({ storeId }) => storeId),
    ),
  )
  const zone = zoneOf(stores)
  const mayUndo = counts.done > 0 && counts.waiting === 0 && now < new Date(act.undoUntil)
  const named = new Map(stores.map((store) => [store.id, store]))
  return (
    <>
      <div role="status">
        <h3 className={styles.headline}>{resultHeadline(act)}</h3>
        <Muted>
          {actionWords(act.action).title}. Por {act.askedByName}, às {localClock(act.askedAt, zone)}.
        </Muted>
      </div>
      <Bar counts={counts} />
      <ul className={styles.rows}>
        {act.parts.toSorted(byState).map((part) => {
          const store = named.get(part.storeId)
          return store ? <PartRow key={part.storeId} store={store} part={part} /> : null
        })}
      </ul>
      <DialogFoot>
        {mayUndo ? (
          <Button icon="refresh" busy={undo.busyWith !== null} onClick={() => undo.run(true)}>
            Desfazer {counts.done === 1 ? 'na loja' : `nas ${counts.done} lojas`} (até{' '}
            {localClock(act.undoUntil, zone)})
          </Button>
        ) : null}
        {counts.refused > 0 && counts.waiting === 0 ? (
          <Button variant="accent" busy={again.busyWith !== null} onClick={() => again.run(true)}>
            Tentar {plural(counts.refused, 'loja', 'lojas')} de novo
          </Button>
        ) : null}
        {made.length > 0 && counts.waiting === 0 ? (
          <Button icon="download" busy={save.busyWith !== null} onClick={() => save.run(true)}>
            Baixar {plural(made.length, 'arquivo', 'arquivos')}
          </Button>
        ) : null}
        <Button variant="primary" data-first onClick={onClose}>
          {counts.waiting > 0 ? 'Fechar: segue sozinho' : 'Pronto'}
        </Button>
      </DialogFoot>
    </>
  )
}

const order: readonly BulkPart['state'][] = ['refused', 'pending', 'undoing', 'done', 'same', 'undone']
const byState = (a: BulkPart, b: BulkPart): number => order.indexOf(a.state) - order.indexOf(b.state)

const legend = [
  ['done', 'feitas'],
  ['refused', 'recusadas'],
  ['same', 'já estavam assim'],
  ['undone', 'desfeitas'],
  ['waiting', 'na fila'],
] as const

function Bar({ counts }: { readonly counts: Counts }) {
  const shown = legend.filter(([key]) => counts[key] > 0)
  return (
    <div>
      <div className={styles.bar} aria-hidden="true">
        {shown.map(([key]) => (
          <i key={key} data-part={key} style={{ flexGrow: counts[key] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map(([key, words]) => (
          <li key={key} data-part={key}>
            <b>{counts[key]}</b> {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

const tones: Readonly<Record<BulkPart['state'], Tone>> = {
  pending: 'plain',
  done: 'ok',
  same: 'plain',
  refused: 'bad',
  undoing: 'plain',
  undone: 'info',
}

function PartRow({ store, part }: { readonly store: StoreOfAct; readonly part: BulkPart }) {
  return (
    <li className={styles.row} data-result>
      <Row as="span" wrap className={styles.name}>
        <Awning mark={store.mark} size={20} />
        <b>{store.name}</b>
        <Pill tone={tones[part.state]}>{partWords[part.state]}</Pill>
      </Row>
      {part.words && part.state !== 'undone' ? <small>{part.words}</small> : null}
      {part.refusal ? (
        <small className={styles.bad}>
          {part.state === 'done' ? 'Não deu para desfazer: ' : ''}
          {part.refusal.message}
        </small>
      ) : null}
      <UnsupportedText platforms={part.unsupported} />
    </li>
  )
}
