import { useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Store } from '../../../contract/stores/stores.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Awning } from '../../marks/awning.tsx'
import { storeMarks } from '../../marks/store-marks.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Pill } from '../../ui/pill.tsx'
import { plural } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './apply-elsewhere.module.css'
import { outcomeText } from './elsewhere-words.rules.ts'
import { ResultPill, ResultText } from './store-result.tsx'
import { ScopeSlotContext } from '../scope-slot.ts'
import { mayTick, useElsewhere, type ElsewherePlan, type ElsewhereState } from './use-elsewhere.ts'
import { useOpenDrafts } from '../open-drafts.ts'

interface ElsewhereProps {
  /** What is applied: `As regras de aceite`. */
  readonly what: string
  readonly store: Store
  /** The stores of the section, the shown one included. */
  readonly stores: readonly Store[]
  readonly plan: (target: Store) => Promise<ElsewherePlan>
}

/** "aplicar também em…", in the head of the page: the same settings for other stores. */
export function ApplyElsewhere({ what, store, stores, plan }: ElsewhereProps): ReactNode {
  return (
    <ElsewhereLink stores={stores}>
      {(onClose) => (
        <ElsewhereDialog what={what} store={store} stores={stores} plan={plan} onClose={onClose} />
      )}
    </ElsewhereLink>
  )
}

/** The same link for settings that the server applies as one act; `children` draws its dialog. */
export function ElsewhereLink({
  stores,
  children,
}: Pick<ElsewhereProps, 'stores'> & {
  readonly children: (onClose: () => void) => ReactNode
}): ReactNode {
  const slot = useContext(ScopeSlotContext)
  const unsaved = useOpenDrafts().length > 0
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  if (stores.length < 2) return null
  const link = (
    <button
      type="button"
      className={styles.link}
      aria-disabled={unsaved || undefined}
      title={unsaved ? 'Antes, salve ou descarte o que mudou aqui.' : undefined}
      onClick={() => {
        if (!unsaved) setOpen(true)
      }}
    >
      {phone ? 'aplicar em…' : 'aplicar também em…'}
    </button>
  )
  return (
    <>
      {slot ? createPortal(link, slot) : link}
      {open ? children(() => setOpen(false)) : null}
    </>
  )
}

function ElsewhereDialog({
  what,
  store,
  stores,
  plan,
  onClose,
}: ElsewhereProps & { readonly onClose: () => void }) {
  const [others] = useState(() => stores.filter(({ id }) => id !== store.id))
  const marks = storeMarks(stores)
  const { rows, busy, toggle, tickAll, run, readAgain } = useElsewhere(others, plan)
  const chosen = rows.filter(({ ticked }) => ticked).length
  const possible = rows.filter(({ state }) => mayTick(state)).length
  const again = rows.some(({ state, ticked }) => ticked && state.kind === 'failed')
  const finished = rows.some(({ state }) => state.kind === 'done') && possible === 0
  return (
    <Dialog title="Aplicar também em…" onClose={onClose}>
      <p>
        {what} de <b>{store.name}</b> passam a valer nas lojas que você marcar.
      </p>
      <ul className={styles.rows}>
        {rows.map(({ store: target, state, ticked }) => (
          <li key={target.id}>
            <label className={styles.row}>
              <input
                type="checkbox"
                checked={ticked}
                disabled={busy || !mayTick(state)}
                onChange={() => toggle(target.id)}
              />
              <Row as="span" wrap className={styles.name}>
                <Awning mark={marks.get(target.id)} size={20} />
                <b>{target.name}</b>
                <StatePill state={state} />
              </Row>
              <StateText state={state} />
            </label>
          </li>
        ))}
      </ul>
      <p className={styles.outcome} role="status">
        {outcomeText(rows, busy)}
      </p>
      {rows.some(({ state }) => state.kind === 'unread') ? (
        <Button icon="refresh" onClick={readAgain}>
          Ler de novo
        </Button>
      ) : null}
      <DialogFoot>
        {possible > 1 && chosen < possible ? (
          <Button variant="ghost" disabledReason={busy ? 'Aplicando…' : null} onClick={tickAll}>
            Marcar todas
          </Button>
        ) : null}
        {finished ? (
          <Button variant="primary" onClick={onClose}>
            Pronto
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={busy}
            disabledReason={chosen === 0 ? 'Marque ao menos uma loja.' : null}
            onClick={() => void run()}
          >
            {again ? 'Tentar de novo' : 'Aplicar'}
            {chosen === 0 ? '' : ` em ${plural(chosen, 'loja', 'lojas')}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

function StatePill({ state }: { readonly state: ElsewhereState }) {
  if (state.kind === 'ready') return state.plan.changes.length === 0 ? <Pill>já está igual</Pill> : null
  return state.kind === 'reading' || state.kind === 'unread' ? null : <ResultPill result={state} />
}

function StateText({ state }: { readonly state: ElsewhereState }) {
  if (state.kind === 'reading') return <small>Lendo…</small>
  if (state.kind === 'ready') return state.plan.changes.map((change) => <small key={change}>{change}</small>)
  if (state.kind === 'unread') return <small className={styles.bad}>Não deu para ler: {state.why}</small>
  return <ResultText result={state} />
}
