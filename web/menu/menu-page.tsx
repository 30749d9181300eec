import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { roleMeets } from '../../contract/shared/access.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { lazyFramed } from '../screens/stale-chunk.ts'
import { NoStoreYet } from '../identity/no-access/no-store-yet.tsx'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { useSelection } from '../stores/selection.ts'
import { StoreWords } from '../stores/store-words.tsx'
import { storeMarks } from '../marks/store-marks.rules.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Said, Sentence } from '../ui/sentence/sentence.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ItemDialog, NewItemDialog } from './item/item-dialog.tsx'
import { ItemSheet } from './item/item-sheet.tsx'
import { useMenus } from './menu-data.ts'
import { MenuList } from './list/menu-list.tsx'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './menu-page.module.css'
import { inWords, rowsOf, type MenuRow, type StoreItem, type StoreMenu } from './list/menu-rows.rules.ts'
import { menuPageSearch, type MenuSearch } from './list/menu-search.ts'
import type { MenuView } from './menu-view.ts'
import { NoDishes } from './no-dishes.tsx'
import { onlyManagers } from './only-managers.ts'
import { withTools } from './tools/tools-link.tsx'
import { useNewSearchText, type SearchText } from './list/search-text.ts'
import { UnmappedLink } from './unmapped/unmapped-link.tsx'
import { useChanges } from './use-changes.ts'

const MenuEditor = lazyFramed(() => import('./editor/menu-editor.tsx'), 'MenuEditor')
const PriceMatrix = lazyFramed(() => import('./matrix/price-matrix.tsx'), 'PriceMatrix')

/** The menus of the chosen stores as one list of dishes. Attendants pause and resume; managers edit. */
export function MenuPage() {
  const selection = useSelection('basic')
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const menus = useMenus(selection.ready ? selection.stores : noStores)
  usePageTitle('Cardápio')
  const { ver: way } = menuPageSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const search = useNewSearchText()
  const everyStore = mine.data?.stores ?? noStores
  if (selection.ready && everyStore.length === 0) return <NoStoreYet />
  const failed = [
    ...menus.failed,
    ...(selection.error ? [{ store: null, error: selection.error, retry: () => void mine.refetch() }] : []),
  ]
  // All menus at once: a row that gained a store under a finger would pause more than was read.
  const loading = menus.loading || (!selection.ready && !selection.error)
  const view = {
    stores: selection.stores,
    allStores: everyStore.length,
    marks: storeMarks(everyStore),
  }
  return (
    <div className={styles.page}>
      <MenuHead menus={menus.menus} loading={loading} />
      <Ways
        several={everyStore.length > 1}
        chosen={way}
        onChange={(ver) => void navigate({ to: '/cardapio', search: ver ? { ver } : {}, replace: true })}
      />
      {selection.beyond === null ? null : (
        <Muted size={2} role="status">
          Mostrando {selection.choosable.length} de {selection.beyond} lojas.
        </Muted>
      )}
      {selection.stores.map((store, _at, { length }) =>
        length === 1 && roleMeets(store.role, 'manager') ? (
          <UnmappedLink key={store.id} store={store} />
        ) : null,
      )}
      {loading ? (
        <Skeleton height={520} />
      ) : (
        <MenuBody menus={menus.menus} failed={failed} view={view} way={way} search={search} />
      )}
    </div>
  )
}

const noStores: readonly Store[] = []

/** The sentence that chooses the stores, and the button for a new item. */
function MenuHead({ menus, loading }: { readonly menus: readonly StoreMenu[]; readonly loading: boolean }) {
  const phone = useIsPhone()
  const [adding, setAdding] = useState(false)
  const manageable = manageableOf(menus)
  const add = (
    <Button
      icon="plus"
      disabledReason={loading ? stillLoading : manageable.length > 0 ? null : onlyManagers}
      aria-label="Novo item"
      onClick={() => setAdding(true)}
    >
      {phone ? undefined : 'Novo item'}
    </Button>
  )
  return (
    <>
      <Sentence heading title="Cardápio" see="Ver o cardápio" end={withTools(add, manageable.length > 0)}>
        {/* The phone's line has the name above it. */}
        {phone ? null : <Said strong>Cardápio</Said>}
        <StoreWords minimum="basic" before="de" />
      </Sentence>
      {adding ? <NewItemDialog menus={manageable} onClose={() => setAdding(false)} /> : null}
    </>
  )
}

/** How the menus are shown; undefined: as a list of items. */
type Way = MenuSearch['ver']
const ways: readonly (readonly [Way, string])[] = [
  [undefined, 'Itens'],
  ['organizar', 'Organizar'],
  ['precos', 'Preço por loja'],
]

interface Searching {
  readonly way: Way
  readonly search: SearchText
}

function Ways({
  chosen,
  several,
  onChange,
}: {
  readonly chosen: Way
  /** More than one store. */
  readonly several: boolean
  readonly onChange: (way: Way) => void
}) {
  return (
    <Row gap={2} align="stretch" className={styles.ways} role="group" aria-label="Ver o cardápio por">
      {ways.map(([way, words]) => (
        <button key={words} type="button" aria-pressed={chosen === way} onClick={() => onChange(way)}>
          {way === 'precos' && !several ? 'Preços' : words}
        </button>
      ))}
    </Row>
  )
}

interface Failed {
  /** Null: the list of stores itself. */
  readonly store: Store | null
  readonly error: unknown
  retry(): void
}

function MenuBody({
  menus,
  failed,
  view,
  ...searching
}: Searching & {
  readonly menus: readonly StoreMenu[]
  readonly failed: readonly Failed[]
  readonly view: MenuView
}) {
  const retry = () => {
    for (const one of failed) one.retry()
  }
  const [problem] = failed
  if (problem && menus.length === 0)
    return (
      <ErrorState
        message={errorSentence(problem.error)}
        requestId={requestIdOf(problem.error)}
        onRetry={retry}
      />
    )
  return (
    <>
      {problem ? (
        <Row as="p" wrap className={styles.failed} role="alert">
          Falta o cardápio de {inWords(failed.flatMap(({ store }) => store?.name ?? []))}.
          <Button onClick={retry}>Tentar de novo</Button>
        </Row>
      ) : null}
      <Dishes menus={menus} view={view} {...searching} />
    </>
  )
}

const stillLoading = 'Um momento: o cardápio está chegando.'

/** The dish whose sheet is open, and the store whose item is edited on top of it. */
interface Opened {
  readonly key: string
  readonly editing: string | null
  /** Where to return when the editor closes. */
  readonly fromSheet: boolean
}

function Dishes({
  menus,
  view,
  ...searching
}: Searching & { readonly menus: readonly StoreMenu[]; readonly view: MenuView }) {
  // Joined when a menu arrives or changes, not while somebody types or opens a sheet.
  const rows = rowsOf(menus)
  if (searching.way === 'organizar')
    return (
      <Suspense fallback={<Skeleton height={420} />}>
        <MenuEditor menus={menus} search={searching.search} />
      </Suspense>
    )
  return rows.length === 0 ? (
    <NoDishes manageable={manageableOf(menus)} />
  ) : (
    <OpenableList rows={rows} menus={menus} view={view} {...searching} />
  )
}

function OpenableList({
  rows,
  menus,
  view,
  way,
  search,
}: Searching & {
  readonly rows: readonly MenuRow[]
  readonly menus: readonly StoreMenu[]
  readonly view: MenuView
}) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const changes = useChanges()
  const row = rows.find((one) => one.key === opened?.key)
  const edited = row?.entries.find(({ store }) => store.id === opened?.editing)
  const close = () => {
    setOpened(null)
    // The row that was pressed may be another element by now.
    if (opened) requestAnimationFrame(() => rowButton(opened.key)?.focus())
  }
  const edit = (key: string, { store }: StoreItem, fromSheet: boolean) =>
    setOpened({ key, editing: store.id, fromSheet })
  return (
    <>
      {way === 'precos' ? (
        <Suspense fallback={<Skeleton height={420} />}>
          <PriceMatrix
            rows={rows}
            menus={menus}
            view={view}
            search={search}
            changes={changes}
            onEdit={(key, entry) => edit(key, entry, false)}
          />
        </Suspense>
      ) : (
        <MenuList
          rows={rows}
          menus={menus}
          view={view}
          changes={changes}
          search={search}
          onOpen={(key) => setOpened({ key, editing: null, fromSheet: false })}
          onEdit={(key, entry) => edit(key, entry, false)}
        />
      )}
      {row && opened?.editing === null ? (
        <ItemSheet
          row={row}
          view={view}
          changes={changes}
          onClose={close}
          onEdit={(entry) => edit(row.key, entry, true)}
        />
      ) : null}
      {row && edited ? (
        <EditDialog
          row={row}
          edited={edited}
          menus={menus}
          onClose={() =>
            opened?.fromSheet ? setOpened({ key: row.key, editing: null, fromSheet: false }) : close()
          }
        />
      ) : null}
    </>
  )
}

function EditDialog({
  row,
  edited,
  menus,
  onClose,
}: {
  readonly row: MenuRow
  readonly edited: StoreItem
  readonly menus: readonly StoreMenu[]
  readonly onClose: () => void
}) {
  const menu = menus.find(({ store }) => store.id === edited.store.id)?.menu
  const others = row.entries.filter(
    ({ store }) => store.id !== edited.store.id && roleMeets(store.role, 'manager'),
  )
  return menu ? (
    <ItemDialog store={edited.store} menu={menu} item={edited.item} others={others} onClose={onClose} />
  ) : null
}

const manageableOf = (menus: readonly StoreMenu[]): readonly StoreMenu[] =>
  menus.filter(({ store }) => roleMeets(store.role, 'manager'))

const rowButton = (key: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(key)}"]`)
