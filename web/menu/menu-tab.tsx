import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Menu, MenuItem } from '../../contract/menu/menu.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { plural } from '../words/format.ts'
import { ItemDialog, NewItemDialog } from './item-dialog.tsx'
import { useMenu } from './menu-data.ts'
import { MenuRow } from './menu-row.tsx'
import { gapsOf, matches, sectionsOf } from './menu.rules.ts'
import styles from './menu-tab.module.css'
import { PauseDialog } from './pause-dialog.tsx'

const onlyManagers = 'Só gerentes e donos mudam o cardápio.'

/** Each store's items, their prices per channel, and their pauses. Attendants pause and resume. */
export function MenuTab() {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const [storeId, setStoreId] = useState<string | null>(null)
  if (mine.isPending) return <Skeleton height={420} />
  if (mine.error)
    return (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    )
  const { stores } = mine.data
  const store = stores.find((one) => one.id === storeId) ?? stores[0]
  if (!store) return <EmptyState icon="shop" title="Nenhuma loja ainda" />
  return (
    <div className={styles.page}>
      {stores.length > 1 ? (
        <SelectField
          label="Loja"
          value={store.id}
          options={stores.map(({ id, name }) => [id, name] as const)}
          onChange={(event) => setStoreId(event.target.value)}
        />
      ) : null}
      <StoreMenu key={store.id} store={store} />
    </div>
  )
}

type Opened = { readonly kind: 'edit' | 'pause'; readonly itemId: string } | { readonly kind: 'new' } | null

function StoreMenu({ store }: { readonly store: Store }) {
  const query = useMenu(store.id)
  const [opened, setOpened] = useState<Opened>(null)
  const menu = query.data
  const close = () => setOpened(null)
  const refusal = roleMeets(store.role, 'manager') ? null : onlyManagers
  if (query.isPending) return <Skeleton height={420} />
  if (!menu)
    return (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const add = (
    <Button variant="primary" icon="plus" disabledReason={refusal} onClick={() => setOpened({ kind: 'new' })}>
      Novo item
    </Button>
  )
  // The latest copy of the item, so that a save is based on the displayed version.
  const item =
    opened && opened.kind !== 'new' ? menu.items.find((one) => one.id === opened.itemId) : undefined
  return (
    <>
      {menu.items.length === 0 ? (
        <EmptyState icon="bag" title={`${store.name} ainda não tem cardápio`} action={add}>
          Com os itens aqui, o pedido por telefone sai com preço e opções certos, e o que faltar é pausado em
          todos os canais de uma vez.
        </EmptyState>
      ) : (
        <Sections
          store={store}
          menu={menu}
          add={add}
          editRefusal={refusal}
          onEdit={(one) => setOpened({ kind: 'edit', itemId: one.id })}
          onPause={(one) => setOpened({ kind: 'pause', itemId: one.id })}
        />
      )}
      {opened?.kind === 'new' ? <NewItemDialog store={store} menu={menu} onClose={close} /> : null}
      {item && opened?.kind === 'edit' ? (
        <ItemDialog store={store} menu={menu} item={item} onClose={close} />
      ) : null}
      {item && opened?.kind === 'pause' ? (
        <PauseDialog storeId={store.id} item={item} onClose={close} />
      ) : null}
    </>
  )
}

const shows = [
  ['all', 'Tudo'],
  ['paused', 'Pausados'],
  ['gaps', 'Sem foto ou descrição'],
  ['refused', `Com problema ${everyMarketplace('em')}`],
] as const
type Show = (typeof shows)[number][0]

const keeps: Record<Show, (item: MenuItem) => boolean> = {
  all: () => true,
  paused: (item) => item.status === 'UNAVAILABLE',
  gaps: (item) => gapsOf(item).length > 0,
  refused: (item) => item.channels.some((channel) => channel.refusal !== null),
}

function Sections({
  store,
  menu,
  add,
  editRefusal,
  onEdit,
  onPause,
}: {
  readonly store: Store
  readonly menu: Menu
  readonly add: React.ReactNode
  readonly editRefusal: string | null
  readonly onEdit: (item: MenuItem) => void
  readonly onPause: (item: MenuItem) => void
}) {
  const [typed, setTyped] = useState('')
  const [show, setShow] = useState<Show>('all')
  const sections = sectionsOf(menu, (item) => keeps[show](item) && matches(item, typed))
  const paused = menu.items.filter(keeps.paused).length
  return (
    <>
      <div className={styles.bar}>
        <TextField
          label="Buscar no cardápio"
          type="search"
          autoComplete="off"
          placeholder="Nome, descrição ou código"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Mostrar"
          value={show}
          options={shows}
          onChange={(event) => setShow(event.target.value as Show)}
        />
        {add}
      </div>
      <p className={styles.count} role="status">
        {plural(menu.items.length, 'item', 'itens')}
        {paused > 0 ? `, ${plural(paused, 'pausado', 'pausados')}` : ', todos à venda'}
      </p>
      {sections.length === 0 ? (
        <EmptyState icon="bag" title="Nada no cardápio com esta busca">
          Apague uma palavra ou escolha “Tudo” em Mostrar.
        </EmptyState>
      ) : null}
      {sections.map((section) => (
        <Card key={section.id}>
          <h2>{section.name}</h2>
          <ul className={styles.items}>
            {section.items.map((item) => (
              <MenuRow
                key={item.id}
                store={store}
                item={item}
                editRefusal={editRefusal}
                onEdit={() => onEdit(item)}
                onPause={() => onPause(item)}
              />
            ))}
          </ul>
        </Card>
      ))}
    </>
  )
}
