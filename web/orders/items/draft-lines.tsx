import { useState } from 'react'
import { optionLines } from '../../../contract/orders/option-lines.ts'
import type { Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { itemOfOrder } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { count, money } from '../../words/format.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { lineOf, lineTotal, withLine, type DraftItem } from '../new-order/draft-lines.rules.ts'
import { groupsOf, optionWords } from '../new-order/draft-options.rules.ts'
import { MenuGrid } from '../new-order/grid/menu-grid.tsx'
import { OptionSheet } from '../new-order/options/option-sheet.tsx'
import { DraftLine } from './draft-line.tsx'
import {
  chosenOptions,
  markOfPlace,
  placeCents,
  placeOf,
  type ItemsDraft,
  type PlaceDraft,
} from './items-draft.rules.ts'
import styles from './items-dialog.module.css'

/** What takes the place of the list for a moment. */
type Choosing =
  | { readonly kind: 'dish'; readonly place: number | null }
  | { readonly kind: 'options'; readonly place: number; readonly item: MenuItem }

/** The dishes of the order while they are changed. */
export function DraftLines({
  order,
  draft,
  menu,
  onChange,
}: {
  readonly order: Order
  readonly draft: ItemsDraft
  readonly menu: Menu | undefined
  readonly onChange: (draft: ItemsDraft) => void
}) {
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const setPlace = (place: number, change: Partial<PlaceDraft>) =>
    onChange({
      ...draft,
      places: draft.places.map((one, at) => (at === place ? { ...one, ...change } : one)),
    })
  const setAdded = (added: readonly DraftItem[]) => onChange({ ...draft, added })
  const take = (line: DraftItem) => {
    const place = choosing?.place ?? null
    if (place === null) setAdded(withLine(draft.added, line))
    else setPlace(place, { instead: line, quantity: line.quantity, notes: line.notes })
    setChoosing(null)
  }
  const stop = () => setChoosing(null)
  if (choosing?.kind === 'dish' && menu)
    return (
      <DishChooser
        menu={menu}
        replaced={choosing.place === null ? undefined : order.items[choosing.place]}
        quantity={choosing.place === null ? 1 : (draft.places[choosing.place]?.quantity ?? 1)}
        onTake={take}
        onBack={stop}
      />
    )
  return (
    <Stack gap={4}>
      <Row>
        <Button
          variant="soft"
          icon="plus"
          disabledReason={menu ? null : 'O cardápio ainda não chegou.'}
          onClick={() => setChoosing({ kind: 'dish', place: null })}
        >
          Pôr um prato
        </Button>
      </Row>
      <Stack as="ul" className={styles.lines} aria-label="Itens do pedido">
        {order.items.map((item, place) => {
          const its = draft.places[place] ?? placeOf(item)
          return (
            <SoldLine
              key={place}
              item={item}
              its={its}
              menu={menu}
              onChange={(change) => setPlace(place, change)}
              onChoose={(choice) =>
                setChoosing(choice === 'dish' ? { kind: 'dish', place } : { ...choice, place })
              }
            />
          )
        })}
        {draft.added.map((line, index) => (
          <DraftLine
            key={`new ${index}`}
            name={line.name}
            mark="novo"
            details={line.options.length > 0 ? [optionWords(line.options)] : []}
            quantity={line.quantity}
            cents={lineTotal(line)}
            notes={line.notes}
            onQuantity={(quantity) =>
              setAdded(
                quantity === 0
                  ? draft.added.filter((_, at) => at !== index)
                  : draft.added.with(index, { ...line, quantity }),
              )
            }
            onNotes={(notes) => setAdded(draft.added.with(index, { ...line, notes }))}
          />
        ))}
      </Stack>
      {choosing?.kind === 'options' && menu ? (
        <ChangedOptions
          sold={order.items[choosing.place]}
          its={draft.places[choosing.place]}
          item={choosing.item}
          groups={groupsOf(choosing.item, menu)}
          onTake={take}
          onClose={stop}
        />
      ) : null}
    </Stack>
  )
}

/** One that the order had. */
function SoldLine({
  item,
  its,
  menu,
  onChange,
  onChoose,
}: {
  readonly item: OrderItem
  readonly its: PlaceDraft
  readonly menu: Menu | undefined
  readonly onChange: (change: Partial<PlaceDraft>) => void
  readonly onChoose: (choice: 'dish' | { readonly kind: 'options'; readonly item: MenuItem }) => void
}) {
  const { instead } = its
  const inMenu = itemOfOrder(menu, instead ?? item)
  const hasOptions = inMenu !== undefined && menu !== undefined && groupsOf(inMenu, menu).length > 0
  const details = instead
    ? [optionWords(instead.options)].filter((words) => words !== '')
    : optionLines(item).map((line) =>
        [
          line.sign === '-' ? '' : '+ ',
          line.quantity > 1 ? `${count(line.quantity)}× ` : '',
          line.name,
          line.unitPriceCents > 0 ? `, + ${money(line.unitPriceCents)}` : '',
        ].join(''),
      )
  return (
    <DraftLine
      name={instead?.name ?? item.name}
      mark={markOfPlace(item, its)}
      details={details}
      quantity={its.quantity}
      cents={its.quantity === 0 ? item.totalCents : placeCents(item, its)}
      notes={its.notes}
      onQuantity={(quantity) => onChange({ quantity })}
      onNotes={(notes) => onChange({ notes })}
      onBack={its.quantity === 0 ? () => onChange({ quantity: item.quantity }) : null}
      onOptions={
        hasOptions && inMenu.status === 'AVAILABLE' ? () => onChoose({ kind: 'options', item: inMenu }) : null
      }
      onSwap={menu ? () => onChoose('dish') : null}
      onUndo={instead ? () => onChange({ instead: null }) : null}
    />
  )
}

/** The same dish, asked again with what was sold. */
function ChangedOptions({
  sold,
  its,
  item,
  groups,
  onTake,
  onClose,
}: {
  readonly sold: OrderItem | undefined
  readonly its: PlaceDraft | undefined
  readonly item: MenuItem
  readonly groups: readonly MenuOptionGroup[]
  readonly onTake: (line: DraftItem) => void
  readonly onClose: () => void
}) {
  if (!sold) return null
  const { quantity, notes } = its ?? placeOf(sold)
  return (
    <OptionSheet
      item={item}
      groups={groups}
      start={{ options: chosenOptions(sold, groups), quantity, notes }}
      verb="Mudar"
      onAdd={onTake}
      onClose={onClose}
    />
  )
}

/** The menu where the list was; a dish with options is asked them first. */
function DishChooser({
  menu,
  replaced,
  quantity,
  onTake,
  onBack,
}: {
  readonly menu: Menu
  /** The dish that gives way; absent: none does. */
  readonly replaced: OrderItem | undefined
  /** Of the dish that gives way. */
  readonly quantity: number
  readonly onTake: (line: DraftItem) => void
  readonly onBack: () => void
}) {
  const [asking, setAsking] = useState<MenuItem | null>(null)
  return (
    <Stack gap={10}>
      <Row gap={10} justify="between">
        <h3>{replaced ? `No lugar de ${replaced.name}` : 'Pôr um prato'}</h3>
        <Button variant="ghost" onClick={onBack}>
          Voltar aos itens
        </Button>
      </Row>
      <MenuGrid
        menu={menu}
        counts={noCounts}
        search={useIsPhone() ? undefined : focused}
        onTake={(item) => {
          if (groupsOf(item, menu).length > 0) setAsking(item)
          else onTake({ ...lineOf(item, []), quantity })
        }}
      />
      {asking ? (
        <OptionSheet
          item={asking}
          groups={groupsOf(asking, menu)}
          start={{ options: [], quantity, notes: '' }}
          onAdd={onTake}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Stack>
  )
}

/** A keyboard types at once; on a phone it would cover the menu. */
const focused = (search: HTMLInputElement | null): void => search?.focus()

const noCounts: ReadonlyMap<string, number> = new Map()
