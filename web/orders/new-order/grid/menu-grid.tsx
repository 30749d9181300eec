import { useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { Menu, MenuItem } from '../../../../contract/menu/menu.ts'
import { matches, sectionsOf, type MenuSection } from '../../../menu/menu.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { money } from '../../../words/format.ts'
import { keptUnits } from '../../../words/kept-units.ts'
import { groupsOf, minPrice } from '../draft-options.rules.ts'
import { tileAfter } from './tile-moves.rules.ts'
import styles from './menu-grid.module.css'

/**
 * The whole menu as tiles, with a search over all categories. Enter takes the first hit, arrows walk over the tiles; the
 * categories lead to their tiles and hide none.
 */
export function MenuGrid({
  menu,
  counts,
  search,
  onTake,
}: {
  readonly menu: Menu
  /** How many of an item are in the order, by its id. */
  readonly counts: ReadonlyMap<string, number>
  readonly search?: Ref<HTMLInputElement> | undefined
  readonly onTake: (item: MenuItem) => void
}) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const tiles = useRef<HTMLDivElement>(null)
  const sections = sectionsOf(menu, (item) => matches(item, typed))
  const items = sections.flatMap((section) => section.items)
  const first = items.find((item) => item.status === 'AVAILABLE')
  const focusable = items.some(({ id }) => id === active) ? active : (items[0]?.id ?? null)
  const take = (item: MenuItem) => {
    onTake(item)
    setTyped('')
  }
  const all = () => [...(tiles.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
  return (
    <>
      <div className={styles.find}>
        <label className={styles.search}>
          <Icon name="search" />
          <Hidden>Buscar no cardápio</Hidden>
          <input
            ref={search}
            type="search"
            placeholder="Procurar em todo o cardápio"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                event.preventDefault()
                if (typed !== '' && first) take(first)
              }
              if (event.key === 'ArrowDown') {
                event.preventDefault()
                all()[0]?.focus()
              }
              if (event.key === 'Escape' && typed !== '') {
                event.preventDefault()
                setTyped('')
              }
            }}
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
        {typed === '' ? <Categories sections={sections} onJump={(id) => jumpTo(tiles.current, id)} /> : null}
      </div>
      <div
        ref={tiles}
        className={styles.tiles}
        role="group"
        aria-label="Cardápio"
        onKeyDown={(event) => walk(event, all())}
      >
        {sections.length === 0 ? <Muted>Nada no cardápio com “{typed}”.</Muted> : null}
        {sections.map((section) => (
          <section
            key={section.id}
            id={`till-${section.id}`}
            aria-label={section.name}
            style={{ '--tiles': section.items.length } as React.CSSProperties}
          >
            <h3>{section.name}</h3>
            {section.items.map((item) => (
              <Tile
                key={item.id}
                item={item}
                price={priceWords(item, menu)}
                count={counts.get(item.id) ?? 0}
                hit={typed !== '' && item === first}
                focusable={item.id === focusable}
                onFocus={() => setActive(item.id)}
                onTake={() => take(item)}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

function Categories({
  sections,
  onJump,
}: {
  readonly sections: readonly MenuSection[]
  readonly onJump: (id: string) => void
}) {
  if (sections.length < 2) return null
  return (
    <Row gap={4} className={styles.categories} role="group" aria-label="Ir para a categoria">
      {sections.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => onJump(id)}>
          {name}
        </button>
      ))}
    </Row>
  )
}

function Tile({
  item,
  price,
  count,
  hit,
  focusable,
  onFocus,
  onTake,
}: {
  readonly item: MenuItem
  readonly price: string
  readonly count: number
  /** Enter in the search takes this one. */
  readonly hit: boolean
  readonly focusable: boolean
  readonly onFocus: () => void
  readonly onTake: () => void
}) {
  const off = item.status === 'UNAVAILABLE'
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={item.id}
      data-hit={hit || undefined}
      data-in={count > 0 || undefined}
      tabIndex={focusable ? 0 : -1}
      aria-disabled={off || undefined}
      title={item.description || undefined}
      onFocus={onFocus}
      onClick={() => {
        if (!off) onTake()
      }}
    >
      {item.photoUrl ? (
        <img src={item.photoUrl} alt="" loading="lazy" decoding="async" className={styles.photo} />
      ) : (
        <span className={`${styles.photo} ${styles.initial}`} aria-hidden="true">
          {item.name.trim().charAt(0).toUpperCase()}
        </span>
      )}
      <span className={styles.name}>{keptUnits(item.name)}</span>
      <span className={styles.price}>{off ? 'Em falta' : price}</span>
      {count > 0 ? (
        <b className={styles.count}>
          {count}
          <Hidden> na comanda</Hidden>
        </b>
      ) : null}
    </button>
  )
}

function walk(event: KeyboardEvent, tiles: readonly HTMLElement[]): void {
  const from = tiles.findIndex((tile) => tile === document.activeElement)
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const to = from === -1 ? null : tileAfter(boxes, from, event.key)
  if (to === null) return
  event.preventDefault()
  tiles[to]?.focus()
}

function jumpTo(tiles: HTMLElement | null, id: string): void {
  const section = tiles?.querySelector(`#till-${CSS.escape(id)}`)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector<HTMLElement>('[data-tile]')?.focus({ preventScroll: true })
}

/** A pizza whose flavours have the prices has none of its own. */
function priceWords(item: MenuItem, menu: Menu): string {
  const min = item.priceCents === 0 ? minPrice(item, groupsOf(item, menu)) : 0
  return min > 0 ? `desde ${money(min)}` : money(item.priceCents)
}
