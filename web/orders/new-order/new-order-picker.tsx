import { useState } from 'react'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { matches, sectionsOf } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './new-order-items.module.css'
import { minPrice } from './draft-options.rules.ts'
import { lineOf, type DraftItem } from './new-order.rules.ts'
import { OptionChoice } from './option-choice.tsx'

/** The store's menu with search: one tap adds an item, after asking for its options. */
export function MenuPicker({
  menu,
  onAdd,
}: {
  readonly menu: Menu
  readonly onAdd: (line: DraftItem) => void
}) {
  const [typed, setTyped] = useState('')
  // One category at a time: the whole menu would push what was chosen out of sight.
  const [category, setCategory] = useState(menu.categories[0]?.id ?? '')
  const [choosing, setChoosing] = useState<MenuItem | null>(null)
  const sections = sectionsOf(
    menu,
    (item) => matches(item, typed) && (typed !== '' || category === '' || item.categoryId === category),
  )
  const first = sections[0]?.items.find((item) => item.status === 'AVAILABLE')
  const groupsOf = (item: MenuItem) =>
    item.optionGroupIds.flatMap(
      (id) => menu.optionGroups.find((group) => group.id === id && group.status === 'AVAILABLE') ?? [],
    )
  const take = (item: MenuItem) => {
    if (groupsOf(item).length > 0) setChoosing(item)
    else onAdd(lineOf(item, []))
    setTyped('')
  }
  if (choosing) {
    return (
      <OptionChoice
        item={choosing}
        groups={groupsOf(choosing)}
        onAdd={(options) => {
          onAdd(lineOf(choosing, options))
          setChoosing(null)
        }}
        onBack={() => setChoosing(null)}
      />
    )
  }
  return (
    <div className={styles.picker}>
      <input
        type="search"
        aria-label="Buscar no cardápio"
        placeholder="Buscar no cardápio"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed !== '' && first) take(first)
        }}
      />
      {typed === '' && menu.categories.length > 1 ? (
        <Row gap={6} align="stretch" wrap role="group" aria-label="Categorias">
          {[...menu.categories, { id: '', name: 'Tudo' }].map(({ id, name }) => (
            <Button
              key={id}
              variant="ghost"
              className={styles.chip ?? ''}
              aria-pressed={category === id}
              onClick={() => setCategory(id)}
            >
              {name}
            </Button>
          ))}
        </Row>
      ) : null}
      <Stack gap={14} className={styles.list} role="group" aria-label="Cardápio">
        {sections.length === 0 ? <Muted size={3}>Nada no cardápio com “{typed}”.</Muted> : null}
        {sections.map((section) => (
          <div key={section.id} className={styles.section}>
            <h4>{section.name}</h4>
            {section.items.map((item) => (
              <Pick
                key={item.id}
                item={item}
                price={priceWords(item, groupsOf(item))}
                onPick={() => take(item)}
              />
            ))}
          </div>
        ))}
      </Stack>
    </div>
  )
}

function Pick({
  item,
  price,
  onPick,
}: {
  readonly item: MenuItem
  readonly price: string
  readonly onPick: () => void
}) {
  return (
    <Row
      as="button"
      type="button"
      gap={10}
      className={styles.pick}
      aria-disabled={item.status === 'UNAVAILABLE' || undefined}
      onClick={() => {
        if (item.status === 'AVAILABLE') onPick()
      }}
    >
      <span>
        {item.name}
        {item.description ? (
          <Muted as="small" block size={2}>
            {item.description}
          </Muted>
        ) : null}
      </span>
      {item.status === 'UNAVAILABLE' ? <Pill>Pausado</Pill> : null}
      <b>{price}</b>
    </Row>
  )
}

/** A pizza whose flavours have the prices has none of its own. */
const priceWords = (item: MenuItem, groups: Parameters<typeof minPrice>[1]): string => {
  const least = item.priceCents === 0 ? minPrice(item, groups) : 0
  return least > 0 ? `desde ${money(least)}` : money(item.priceCents)
}
