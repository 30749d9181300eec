import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { channelName } from '../../../contract/shared/channels.ts'
import { Awning } from '../../marks/awning.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money, plural } from '../../words/format.ts'
import { DishPicture } from '../dish-picture.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './item-sheet.module.css'
import {
  channelsText,
  inWords,
  onSaleIn,
  pausedIn,
  pauseWords,
  priceText,
  resumeWords,
  type MenuRow,
  type StoreItem,
} from '../list/menu-rows.rules.ts'
import { StoreNotes } from '../list/menu-row.tsx'
import type { MenuView } from '../menu-view.ts'
import { onlyManagers } from '../only-managers.ts'
import { untilOf, type PauseSpan } from '../menu.rules.ts'
import { SpanChoice } from '../pausing/span-choice.tsx'
import type { Refused, Wish } from '../store-actions.ts'
import { UndoStrip } from '../undo-strip.tsx'
import type { Changes } from '../use-changes.ts'

interface SheetProps {
  readonly row: MenuRow
  readonly view: MenuView
  readonly changes: Changes
  readonly onClose: () => void
  readonly onEdit: (entry: StoreItem) => void
}

interface Failure {
  readonly wish: Wish
  readonly refused: readonly Refused[]
}

/** A dish off sale and back: everywhere with the first button, or store by store. */
export function ItemSheet({ row: latest, view, changes, onClose, onEdit }: SheetProps) {
  /** While a change runs, its stores arrive one by one: nothing moves until all have answered. */
  const [held, setHeld] = useState<MenuRow | null>(null)
  const row = held ?? latest
  const [span, setSpan] = useState<PauseSpan>('tomorrow')
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const shown = view.stores.length
  const sold = onSaleIn(row)
  const paused = pausedIn(row)
  const busy = changes.busy.length > 0
  const pauseNow = (): Wish => ({
    kind: 'pause',
    ...untilOf(span, new Date()),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  })
  /** With `closes`, success closes the sheet: the page says what was done and takes it back. */
  const run = async (entries: readonly StoreItem[], wish: Wish, closes: boolean) => {
    setFailure(null)
    setHeld(row)
    const { refused } = await changes.change(entries, wish)
    setHeld(null)
    if (refused.length > 0) setFailure({ wish, refused })
    else if (closes) onClose()
  }
  return (
    <Dialog title={row.name} onClose={onClose}>
      <Row gap={14}>
        <DishPicture url={row.photoUrl} off={sold.length === 0} />
        <div>
          <p className={styles.price}>{priceText(row) ?? 'Sem preço'}</p>
          <Muted size={2}>{headWords(row, view)}</Muted>
        </div>
      </Row>
      {failure ? (
        <Failed failure={failure} busy={busy} onRetry={(entries) => void run(entries, failure.wish, true)} />
      ) : null}
      {changes.done ? <UndoStrip done={changes.done} /> : null}
      {sold.length > 0 ? (
        <Stack as="section" gap={10} aria-label="Pausar">
          <SpanChoice span={span} onChange={setSpan} />
          <Button
            variant="primary"
            className={styles.main ?? ''}
            busy={busy}
            onClick={() => void run(sold, pauseNow(), true)}
          >
            {pauseWords(row, { shown, all: view.allStores })}
          </Button>
          <Muted size={2}>Sai de venda {channelsText(sold)}. Pedidos já feitos não mudam.</Muted>
          <details className={styles.reason}>
            <summary>Anotar o motivo</summary>
            <TextField
              label="Motivo da pausa"
              maxLength={200}
              autoComplete="off"
              placeholder="Acabou o ingrediente"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </details>
        </Stack>
      ) : null}
      {paused.length > 0 ? (
        <Button
          variant={sold.length > 0 ? 'soft' : 'primary'}
          className={styles.main ?? ''}
          busy={busy}
          onClick={() => void run(paused, { kind: 'resume' }, true)}
        >
          {resumeWords(row, shown)}
        </Button>
      ) : null}
      <ul className={styles.stores} aria-label="Por loja">
        {row.entries.map((entry) => (
          <StoreLine
            key={entry.store.id}
            entry={entry}
            view={view}
            busy={changes.busy.some(({ store }) => store.id === entry.store.id)}
            onSwitch={() => void run([entry], entry.item.pause ? { kind: 'resume' } : pauseNow(), false)}
            onEdit={() => onEdit(entry)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

/** Category and codes, and which of the chosen stores have no such dish. */
function headWords(row: MenuRow, { stores }: MenuView): string {
  const codes = [...new Set(row.entries.flatMap(({ item }) => item.externalCode ?? []))]
  const without = stores.filter((store) => row.entries.every((entry) => entry.store.id !== store.id))
  const few =
    without.length > 2 ? plural(without.length, 'loja', 'lojas') : inWords(without.map(({ name }) => name))
  return [
    row.category ?? 'Sem categoria',
    ...(codes.length === 1 ? [`código ${codes.join('')}`] : []),
    ...(without.length > 0 ? [`não está no cardápio de ${few}`] : []),
  ].join(' · ')
}

function StoreLine({
  entry,
  view,
  busy,
  onSwitch,
  onEdit,
}: {
  readonly entry: StoreItem
  readonly view: MenuView
  readonly busy: boolean
  readonly onSwitch: () => void
  readonly onEdit: () => void
}) {
  const { store, item } = entry
  const alone = view.stores.length === 1
  return (
    <li>
      <Row gap={10} className={styles.store}>
        <Awning mark={view.marks.get(store.id)} />
        <b>{store.name}</b>
        {alone ? null : (
          <button
            type="button"
            role="switch"
            className={styles.switch}
            aria-checked={item.pause === null}
            aria-busy={busy || undefined}
            aria-label={`${item.name} à venda em ${store.name}`}
            onClick={busy ? undefined : onSwitch}
          >
            <i />
          </button>
        )}
      </Row>
      <Row gap={8} className={styles.facts}>
        <Muted size={2}>
          {[
            `Próprio ${money(item.priceCents)}`,
            ...item.channels.map(
              ({ platform, priceCents }) => `${channelName(platform)} ${money(priceCents)}`,
            ),
          ].join(' · ')}
        </Muted>
        <Button
          variant="ghost"
          className={styles.edit ?? ''}
          aria-label={`Editar ${item.name} em ${store.name}`}
          disabledReason={roleMeets(store.role, 'manager') ? null : onlyManagers}
          onClick={onEdit}
        >
          Editar
        </Button>
      </Row>
      <StoreNotes entry={entry} whole />
    </li>
  )
}

/** Store by store why nothing changed, and one button for those where trying again can help. */
function Failed({
  failure: { wish, refused },
  busy,
  onRetry,
}: {
  readonly failure: Failure
  readonly busy: boolean
  readonly onRetry: (entries: readonly StoreItem[]) => void
}) {
  const again = refused.filter(({ retry }) => retry).map(({ entry }) => entry)
  return (
    <Stack gap={8} start className={styles.failed} role="alert">
      <p>
        <b>
          {wish.kind === 'pause' ? 'Não foi pausado' : 'Não voltou à venda'} em{' '}
          {plural(refused.length, 'loja', 'lojas')}
        </b>
      </p>
      <ul>
        {refused.map(({ entry, message }) => (
          <li key={entry.store.id}>
            <b>{entry.store.name}:</b> {message}
          </li>
        ))}
      </ul>
      {again.length > 0 ? (
        <Button busy={busy} onClick={() => onRetry(again)}>
          Tentar de novo em {plural(again.length, 'loja', 'lojas')}
        </Button>
      ) : null}
    </Stack>
  )
}
