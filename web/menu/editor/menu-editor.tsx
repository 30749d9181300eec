import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { MenuCategory, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { ItemDialog, NewItemDialog } from '../item/item-dialog.tsx'
import { menuPageSearch, type MenuSearch } from '../list/menu-search.ts'
import type { StoreMenu } from '../list/menu-rows.rules.ts'
import { onlyManagers } from '../only-managers.ts'
import { SearchBar } from '../list/search-bar.tsx'
import { useSearchText, type SearchText } from '../list/search-text.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { DishOrder } from './dish-order.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupOrder } from './group-order.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './menu-editor.module.css'
import { PricesDialog } from './prices-dialog.tsx'
import { useMenuEdits, type MenuEdits } from './use-menu-edits.ts'

type Part = 'dishes' | 'groups'
const parts: readonly (readonly [Part, string])[] = [
  ['dishes', 'Categorias e itens'],
  ['groups', 'Opções'],
]

const newWords = {
  dishes: { long: 'Nova categoria', short: 'Nova' },
  groups: { long: 'Novo grupo', short: 'Novo' },
} as const

/** What is open on top of the list; null inside: a new one. */
type Opened =
  | { readonly kind: 'category'; readonly category: MenuCategory | null }
  | { readonly kind: 'group'; readonly group: MenuOptionGroup | null }
  | { readonly kind: 'item'; readonly itemId: string }
  | { readonly kind: 'prices' }
  | { readonly kind: 'new-item'; readonly categoryId: string }

/** One store's menu as it is built: categories, items and option groups in their order. */
export function MenuEditor({
  menus,
  search,
}: {
  readonly menus: readonly StoreMenu[]
  readonly search: SearchText
}) {
  const { search: named, name } = useNamed()
  const chosen = menus.find(({ store }) => store.id === named.loja) ?? menus[0]
  if (!chosen) return null
  return (
    <>
      {menus.length > 1 ? (
        <div className={styles.store}>
          <SelectField
            label="Cardápio de"
            value={chosen.store.id}
            options={menus.map(({ store }) => [store.id, store.name] as const)}
            onChange={(event) => name({ loja: event.target.value })}
          />
        </div>
      ) : null}
      {roleMeets(chosen.store.role, 'manager') ? (
        <StoreEditor key={chosen.store.id} {...chosen} search={search} />
      ) : (
        <EmptyState icon="key" title={`Você não organiza o cardápio de ${chosen.store.name}`}>
          {onlyManagers}
        </EmptyState>
      )}
    </>
  )
}

/** Store and part are in the address: a reload and the way back find them again. */
function useNamed() {
  const search = menuPageSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const name = (changed: MenuSearch) =>
    void navigate({ to: '/cardapio', search: { ...search, ...changed }, replace: true })
  return { search, name }
}

function StoreEditor({ store, menu, search }: StoreMenu & { readonly search: SearchText }) {
  const typed = useSearchText(search)
  const { search: named, name } = useNamed()
  const part: Part = named.parte === 'opcoes' ? 'groups' : 'dishes'
  const [opened, setOpened] = useState<Opened | null>(null)
  const phone = useIsPhone()
  const edits = useMenuEdits(store.id, menu)
  const close = () => setOpened(null)
  return (
    <>
      <SearchBar search={search} done={edits.done} />
      <Row wrap justify="between" className={styles.head}>
        <Row gap={4} align="stretch" className={styles.parts} role="group" aria-label="Parte do cardápio">
          {parts.map(([one, words]) => (
            <button
              key={one}
              type="button"
              aria-pressed={part === one}
              onClick={() => name({ parte: one === 'groups' ? 'opcoes' : undefined })}
            >
              {words}
            </button>
          ))}
        </Row>
        <Row gap={8} align="stretch" className={styles.actions}>
          {part === 'dishes' && menu.items.length > 0 ? (
            <Button aria-label="Mudar preços" onClick={() => setOpened({ kind: 'prices' })}>
              {phone ? 'Preços' : 'Mudar preços'}
            </Button>
          ) : null}
          <Button
            icon="plus"
            aria-label={part === 'dishes' ? 'Nova categoria' : 'Novo grupo'}
            onClick={() =>
              setOpened(
                part === 'dishes' ? { kind: 'category', category: null } : { kind: 'group', group: null },
              )
            }
          >
            {newWords[part][phone ? 'short' : 'long']}
          </Button>
        </Row>
      </Row>
      {part === 'dishes' ? (
        <DishOrder
          menu={menu}
          typed={typed}
          edits={edits}
          onCategory={(category) => setOpened({ kind: 'category', category })}
          onItem={(itemId) => setOpened({ kind: 'item', itemId })}
          onNewItem={(categoryId) => setOpened({ kind: 'new-item', categoryId })}
        />
      ) : (
        <GroupOrder
          menu={menu}
          typed={typed}
          edits={edits}
          onGroup={(group) => setOpened({ kind: 'group', group })}
        />
      )}
      {opened ? (
        <OpenedDialog store={store} menu={menu} opened={opened} edits={edits} onClose={close} />
      ) : null}
    </>
  )
}

function OpenedDialog({
  store,
  menu,
  opened,
  edits,
  onClose,
}: StoreMenu & {
  readonly opened: Opened
  readonly edits: MenuEdits
  readonly onClose: () => void
}) {
  switch (opened.kind) {
    case 'category':
      return <CategoryDialog store={store} menu={menu} opened={opened.category} onClose={onClose} />
    case 'group':
      return <GroupDialog store={store} menu={menu} opened={opened.group} onClose={onClose} />
    case 'prices':
      return <PricesDialog store={store} menu={menu} onDone={edits.pricesChanged} onClose={onClose} />
    case 'new-item':
      return <NewItemDialog menus={[{ store, menu }]} categoryId={opened.categoryId} onClose={onClose} />
    case 'item': {
      const item = menu.items.find((one) => one.id === opened.itemId)
      return item ? <ItemDialog store={store} menu={menu} item={item} others={[]} onClose={onClose} /> : null
    }
  }
}
