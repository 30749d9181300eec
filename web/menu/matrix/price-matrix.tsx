import { useState, type CSSProperties } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { Awning } from '../../marks/awning.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import { notify } from '../../ui/notices.tsx'
import { money } from '../../words/format.ts'
import { reaisText } from '../item/item-form.rules.ts'
import { refreshMenus, showItems } from '../menu-data.ts'
import {
  found,
  sectionsOfRows,
  type MenuRow,
  type StoreItem,
  type StoreMenu,
} from '../list/menu-rows.rules.ts'
import type { MenuView } from '../menu-view.ts'
import { onlyManagers } from '../only-managers.ts'
import { parityBrief } from '../parity.rules.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { SearchBar } from '../list/search-bar.tsx'
import { useSearchText, type SearchText } from '../list/search-text.ts'
import type { Changes } from '../use-changes.ts'
import { WindowList } from '../list/window-list.tsx'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './price-matrix.module.css'

interface MatrixProps {
  readonly rows: readonly MenuRow[]
  readonly menus: readonly StoreMenu[]
  readonly view: MenuView
  readonly search: SearchText
  readonly changes: Changes
  readonly onEdit: (key: string, entry: StoreItem) => void
}

type Entry =
  | { readonly kind: 'head'; readonly key: string; readonly name: string }
  | { readonly kind: 'row'; readonly key: string; readonly row: MenuRow }

/** More columns than this scroll sideways, and their head with them. */
const maxInView = 6

/** Every dish by every store: on sale or not, price, and when. */
export function PriceMatrix({ rows, menus, view, search, changes, onEdit }: MatrixProps) {
  const entries = sectionsOfRows(found(rows, useSearchText(search), null), menus).flatMap(
    (section): readonly Entry[] => [
      { kind: 'head', key: `head ${section.name ?? ''}`, name: section.name ?? 'Sem categoria' },
      ...section.rows.map((row) => ({ kind: 'row', key: row.key, row }) as const),
    ],
  )
  return (
    <>
      <SearchBar search={search} done={changes.done} />
      {entries.length === 0 ? (
        <EmptyState icon="bag" title="Nada no cardápio com esta busca">
          Escreva menos letras.
        </EmptyState>
      ) : (
        <Grid entries={entries} view={view} changes={changes} onEdit={onEdit} />
      )}
    </>
  )
}

function Grid({
  entries,
  view,
  changes,
  onEdit,
}: Pick<MatrixProps, 'view' | 'changes' | 'onEdit'> & { readonly entries: readonly Entry[] }) {
  return (
    <div
      className={styles.matrix}
      data-wide={view.stores.length > maxInView}
      style={{ '--stores': view.stores.length } as CSSProperties}
    >
      <div className={styles.heads} aria-hidden="true">
        <Row as="span" gap={6}>
          Preço no cardápio
        </Row>
        {view.stores.map((store) => (
          <Row as="span" gap={6} key={store.id} title={store.name}>
            <Awning mark={view.marks.get(store.id)} size={20} />
            {store.name}
          </Row>
        ))}
      </div>
      <WindowList
        label="Itens por loja"
        entries={entries}
        keyOf={({ key }) => key}
        heightOf={({ kind }) => (kind === 'head' ? 57 : 77)}
      >
        {(entry) =>
          entry.kind === 'head' ? (
            <h2 className={styles.section}>{entry.name}</h2>
          ) : (
            <DishRow
              row={entry.row}
              view={view}
              changes={changes}
              onEdit={(cell) => onEdit(entry.key, cell)}
            />
          )
        }
      </WindowList>
    </div>
  )
}

function DishRow({
  row,
  view,
  changes,
  onEdit,
}: {
  readonly row: MenuRow
  readonly view: MenuView
  readonly changes: Changes
  readonly onEdit: (entry: StoreItem) => void
}) {
  return (
    <div className={styles.row} role="group" aria-label={row.name}>
      <h3>{row.name}</h3>
      {view.stores.map((store) => {
        const entry = row.entries.find((one) => one.store.id === store.id)
        return entry ? (
          <Cell
            key={store.id}
            entry={entry}
            busy={changes.busy.some(({ item }) => item.id === entry.item.id)}
            onSwitch={() =>
              void changes
                .change([entry], entry.item.pause ? { kind: 'resume' } : { kind: 'pause', until: 'tomorrow' })
                .then(({ refused }) => {
                  for (const { message } of refused) notify(message, 'bad')
                })
            }
            onEdit={() => onEdit(entry)}
          />
        ) : (
          <Muted as="span" key={store.id} size={2} className={styles.none}>
            <span aria-hidden="true">–</span>
            <span className={hiddenClass}>{store.name} não tem</span>
          </Muted>
        )
      })}
    </div>
  )
}

function Cell({
  entry: { store, item },
  busy,
  onSwitch,
  onEdit,
}: {
  readonly entry: StoreItem
  readonly busy: boolean
  readonly onSwitch: () => void
  readonly onEdit: () => void
}) {
  const manages = roleMeets(store.role, 'manager')
  const notes = [parityBrief(item), soldHoursText(item.availability)].filter((words) => words !== null)
  return (
    <div className={styles.cell} data-off={item.pause !== null}>
      <span className={styles.name}>{store.name}</span>
      <PriceInput key={item.version} store={store} item={item} manages={manages} />
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
      <Button
        variant="ghost"
        icon="more"
        aria-label={`Editar ${item.name} em ${store.name}`}
        disabledReason={manages ? null : onlyManagers}
        onClick={onEdit}
      />
      {notes.length > 0 ? <p>{notes.join(' · ')}</p> : null}
    </div>
  )
}

/** Saved when the field is left or Enter is pressed; Esc takes the typing back. */
function PriceInput({
  store,
  item,
  manages,
}: {
  readonly store: Store
  readonly item: StoreItem['item']
  readonly manages: boolean
}) {
  const [typed, setTyped] = useState(() => reaisText(item.priceCents))
  const [wrong, setWrong] = useState(false)
  const save = async () => {
    const cents = centsTyped(typed)
    setWrong(cents === null)
    if (cents === null) {
      notify(`${item.name} em ${store.name}: informe o preço em reais, como 12,50.`, 'bad')
      return
    }
    if (cents === item.priceCents) return
    try {
      const saved = await ask(
        updateMenuItem,
        { params: { itemId: item.id }, body: { priceCents: cents, version: item.version } },
        { storeId: store.id },
      )
      showItems(store.id, [saved])
      notify(`${item.name} agora custa ${money(saved.priceCents)} em ${store.name}.`)
    } catch (error) {
      await refreshMenus([store.id])
      notify(
        error instanceof ApiError && error.code === 'menu/stale-item'
          ? `Alguém mudou ${item.name} em ${store.name} antes de você. Você escreveu ${money(cents)}: confira o preço e escreva de novo.`
          : errorSentence(error),
        'bad',
      )
    }
  }
  return (
    <input
      className={styles.price}
      aria-label={`Preço de ${item.name} em ${store.name}`}
      inputMode="decimal"
      autoComplete="off"
      readOnly={!manages}
      aria-invalid={wrong || undefined}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          setTyped(reaisText(item.priceCents))
          setWrong(false)
        }
      }}
    />
  )
}
