import type { Menu, MenuCategory, MenuItem } from '../../../contract/menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money, plural } from '../../words/format.ts'
import { matches } from '../menu.rules.ts'
import { parityBrief } from '../parity.rules.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { WindowList } from '../list/window-list.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './menu-editor.module.css'
import { itemsIn, step } from './order.rules.ts'
import { DragHandle, EditButtons, PlaceButtons } from './place-buttons.tsx'
import { useDrag } from './use-drag.ts'
import type { MenuEdits } from './use-menu-edits.ts'

interface DishOrderProps {
  readonly menu: Menu
  readonly typed: string
  readonly edits: MenuEdits
  readonly onCategory: (category: MenuCategory) => void
  readonly onItem: (itemId: string) => void
  readonly onNewItem: (categoryId: string) => void
}

type Entry =
  | { readonly kind: 'category'; readonly id: string; readonly category: MenuCategory | null }
  | { readonly kind: 'item'; readonly id: string; readonly item: MenuItem }

/** The key of the head above items without category. */
const loose = 'loose'

/** Categories with their items, in the order in which customers see them. */
export function DishOrder({ menu, typed, edits, onCategory, onItem, onNewItem }: DishOrderProps) {
  const drag = useDrag((dragged, over) => {
    if (dragged.kind === 'category') edits.move({ part: 'category', id: dragged.id, before: over })
    else dropItem(menu, dragged.id, over, edits)
  })
  const entries = entriesOf(menu, typed)
  if (menu.categories.length === 0 && menu.items.length === 0)
    return (
      <EmptyState icon="bag" title="Este cardápio ainda está vazio">
        Crie a primeira categoria, como “Pratos” ou “Bebidas”, e inclua os itens nela.
      </EmptyState>
    )
  if (entries.length === 0)
    return (
      <EmptyState icon="bag" title="Nada no cardápio com esta busca">
        Escreva menos letras.
      </EmptyState>
    )
  return (
    <WindowList
      label="Categorias e itens na ordem do cardápio"
      entries={entries}
      keyOf={({ id }) => id}
      heightOf={({ kind }) => (kind === 'item' ? 57 : 84)}
    >
      {(entry) =>
        entry.kind === 'item' ? (
          <ItemRow
            item={entry.item}
            busy={edits.busy === entry.id}
            row={drag.row(['item'], entry.id)}
            handle={drag.handle('item', entry.id)}
            onStep={(by) => {
              const to = step(itemsIn(menu, entry.item.categoryId), entry.id, by)
              return to && (() => edits.move({ part: 'item', id: entry.id, ...to }))
            }}
            onEdit={() => onItem(entry.id)}
            onDelete={() => void edits.remove('item', entry.id)}
          />
        ) : (
          <CategoryHead
            category={entry.category}
            items={itemsIn(menu, entry.category?.id ?? null).length}
            busy={edits.busy === entry.id}
            row={drag.row(entry.category ? ['category', 'item'] : ['item'], entry.id)}
            handle={drag.handle('category', entry.id)}
            onStep={(by) => {
              const to = step(menu.categories, entry.id, by)
              return to && (() => edits.move({ part: 'category', id: entry.id, ...to }))
            }}
            onEdit={onCategory}
            onDelete={() => void edits.remove('category', entry.id)}
            onNewItem={onNewItem}
          />
        )
      }
    </WindowList>
  )
}

/** On an item: before it, in its category. On a category's head: first in it. */
function dropItem(menu: Menu, id: string, over: string, edits: MenuEdits): void {
  const target = menu.items.find((item) => item.id === over)
  if (target) return edits.move({ part: 'item', id, before: target.id, categoryId: target.categoryId })
  const categoryId = over === loose ? null : over
  const first = itemsIn(menu, categoryId).find((item) => item.id !== id)
  edits.move({ part: 'item', id, before: first?.id ?? null, categoryId })
}

/** One flat list, because only the part near the screen is drawn. A search leaves categories with a hit. */
function entriesOf(menu: Menu, typed: string): readonly Entry[] {
  const searching = typed.trim() !== ''
  const under = (category: MenuCategory | null): readonly Entry[] => {
    const items = itemsIn(menu, category?.id ?? null).filter((item) => !searching || matches(item, typed))
    if (items.length === 0 && (searching || category === null)) return []
    return [
      { kind: 'category', id: category?.id ?? loose, category },
      ...items.map((item) => ({ kind: 'item', id: item.id, item }) as const),
    ]
  }
  return [...menu.categories, null].flatMap(under)
}

type Drag = ReturnType<typeof useDrag>
interface RowProps {
  readonly busy: boolean
  readonly row: ReturnType<Drag['row']>
  readonly handle: ReturnType<Drag['handle']>
  readonly onStep: (by: -1 | 1) => (() => void) | null
  readonly onDelete: () => void
}

function CategoryHead({
  category,
  items,
  busy,
  row,
  handle,
  onStep,
  onEdit,
  onDelete,
  onNewItem,
}: RowProps & {
  readonly category: MenuCategory | null
  readonly items: number
  readonly onEdit: (category: MenuCategory) => void
  readonly onNewItem: (categoryId: string) => void
}) {
  if (!category)
    return (
      <div className={styles.category} {...row}>
        <div className={styles.about}>
          <h2>Sem categoria</h2>
          <Muted size={2}>{plural(items, 'item', 'itens')}. O cliente os vê por último, em “Outros”.</Muted>
        </div>
      </div>
    )
  const hours = soldHoursText(category.availability)
  return (
    <div className={styles.category} {...row}>
      <DragHandle {...handle} />
      <div className={styles.about}>
        <h2>{category.name}</h2>
        <Muted size={2}>
          {items === 0 ? 'Nenhum item ainda' : plural(items, 'item', 'itens')}
          {hours ? ` · ${hours}` : ''}
        </Muted>
      </div>
      {category.status === 'UNAVAILABLE' ? <Pill>Fora de venda</Pill> : null}
      <Button
        variant="ghost"
        icon="plus"
        aria-label={`Novo item em ${category.name}`}
        onClick={() => onNewItem(category.id)}
      >
        Item
      </Button>
      <EditButtons name={category.name} busy={busy} onEdit={() => onEdit(category)} onDelete={onDelete} />
      <PlaceButtons name={category.name} onStep={onStep} />
    </div>
  )
}

function ItemRow({
  item,
  busy,
  row,
  handle,
  onStep,
  onEdit,
  onDelete,
}: RowProps & { readonly item: MenuItem; readonly onEdit: () => void }) {
  const notes = [
    ...(item.optionGroupIds.length > 0
      ? [plural(item.optionGroupIds.length, 'grupo de opções', 'grupos de opções')]
      : []),
    soldHoursText(item.availability),
    parityBrief(item),
    item.isAlcoholic ? '18 anos' : null,
  ].filter((words) => words !== null)
  return (
    <div className={styles.item} {...row}>
      <DragHandle {...handle} />
      <div className={styles.about}>
        <h3>{item.name}</h3>
        {notes.length > 0 ? <Muted size={2}>{notes.join(' · ')}</Muted> : null}
      </div>
      {item.status === 'UNAVAILABLE' ? (
        <span className={styles.paused}>
          <Pill>Pausado</Pill>
        </span>
      ) : null}
      <b className={styles.price}>{item.priceCents === 0 ? 'Sem preço' : money(item.priceCents)}</b>
      <EditButtons name={item.name} busy={busy} onEdit={onEdit} onDelete={onDelete} />
      <PlaceButtons name={item.name} onStep={onStep} />
    </div>
  )
}
