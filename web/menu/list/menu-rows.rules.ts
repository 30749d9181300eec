import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { channelName } from '../../../contract/shared/channels.ts'
import { folded } from '../../../contract/shared/folded.ts'
import { money } from '../../words/format.ts'

/** One store's item, with what is needed to speak of it. */
export interface StoreItem {
  readonly store: Store
  readonly item: MenuItem
}

/** A dish, once for all the stores that sell it. */
export interface MenuRow {
  /** Of its first item: the same as long as that item is on the menu. */
  readonly key: string
  readonly name: string
  /** Null: no store gives it a category. */
  readonly category: string | null
  readonly description: string
  readonly photoUrl: string | null
  /** At most one of each store, in the order of the stores. */
  readonly entries: readonly StoreItem[]
  /** What the search looks in, without accents and in lower case. */
  readonly text: string
}

export interface StoreMenu {
  readonly store: Store
  readonly menu: Menu
}

interface Entry extends StoreItem {
  readonly category: string | null
}

interface Group {
  readonly entries: Entry[]
  readonly storeIds: Set<string>
}

/**
 * The same dish of several stores is one row: first by external code, then by name and category where codes differ
 * or are missing, because the codes of a till are often its own. Every item is in exactly one row.
 */
export function rowsOf(menus: readonly StoreMenu[]): readonly MenuRow[] {
  const entries = menus.flatMap(({ store, menu }) => {
    const names = new Map(menu.categories.map(({ id, name }) => [id, name]))
    return menu.items.map((item) => ({ store, item, category: names.get(item.categoryId ?? '') ?? null }))
  })
  const byCode = joined(
    entries.map((entry) => ({ entries: [entry], storeIds: new Set([entry.store.id]) })),
    ({ item }) => item.externalCode?.trim() || null,
  )
  return joined(byCode, ({ item, category }) => `${folded(item.name)}\n${folded(category ?? '')}`).map(rowOf)
}

/** Joins groups with the same key, unless a store would have two items in one; without a key they stay apart. */
function joined(groups: readonly Group[], keyOf: (first: Entry) => string | null): readonly Group[] {
  const byKey = new Map<string, Group[]>()
  const result: Group[] = []
  for (const group of groups) {
    const [first] = group.entries
    const key = first ? keyOf(first) : null
    const same = key === null ? [] : (byKey.get(key) ?? [])
    const other = same.find(({ storeIds }) => [...group.storeIds].every((id) => !storeIds.has(id)))
    if (other) {
      other.entries.push(...group.entries)
      for (const id of group.storeIds) other.storeIds.add(id)
      continue
    }
    const own = { entries: [...group.entries], storeIds: new Set(group.storeIds) }
    result.push(own)
    if (key !== null) byKey.set(key, [...same, own])
  }
  return result
}

function rowOf({ entries }: Group): MenuRow {
  const [first] = entries
  const some = <T>(read: (entry: Entry) => T | null): T | null =>
    entries.map(read).find((value) => value !== null) ?? null
  const category = some((entry) => entry.category)
  return {
    key: first ? `${first.store.id} ${first.item.id}` : '',
    name: first?.item.name ?? '',
    category,
    description: some(({ item }) => item.description || null) ?? '',
    photoUrl: some(({ item }) => item.photoUrl),
    entries: entries.map(({ store, item }) => ({ store, item })),
    text: folded(
      [
        ...new Set(
          entries.flatMap(({ item, category: own }) => [
            item.name,
            item.externalCode ?? '',
            own ?? '',
            item.description,
          ]),
        ),
      ].join(' '),
    ),
  }
}

export interface RowSection {
  /** Null: without category. */
  readonly name: string | null
  readonly rows: readonly MenuRow[]
}

/** By category, in the order of the stores' menus; a name written with and without accents is one category. */
export function sectionsOfRows(rows: readonly MenuRow[], menus: readonly StoreMenu[]): readonly RowSection[] {
  const sections = new Map<string, { name: string | null; rows: MenuRow[] }>()
  for (const { menu } of menus) {
    for (const { name } of menu.categories) {
      if (!sections.has(folded(name))) sections.set(folded(name), { name, rows: [] })
    }
  }
  const loose: MenuRow[] = []
  for (const row of rows) {
    const section = row.category === null ? undefined : sections.get(folded(row.category))
    if (section) section.rows.push(row)
    else loose.push(row)
  }
  return [...sections.values(), { name: null, rows: loose }].filter((section) => section.rows.length > 0)
}

/** What a list can be narrowed to, besides the search. */
export const gaps = ['paused', 'photo', 'price', 'parity'] as const
export type Gap = (typeof gaps)[number]

const hasGap: Readonly<Record<Gap, (item: MenuItem) => boolean>> = {
  paused: (item) => item.status === 'UNAVAILABLE',
  photo: (item) => item.photoUrl === null,
  price: (item) => item.priceCents === 0,
  parity: (item) => item.channels.some(({ priceCents }) => priceCents !== item.priceCents),
}

/** The stores in which the row's item is paused, has no photo, no price, or another price on a channel. */
export const entriesWith = (row: MenuRow, gap: Gap): readonly StoreItem[] =>
  row.entries.filter(({ item }) => hasGap[gap](item))

/** Every typed word occurs in a name, code, category or description of the row. */
export function found(rows: readonly MenuRow[], typed: string, gap: Gap | null): readonly MenuRow[] {
  const words = folded(typed).split(/\s+/)
  return rows.filter(
    (row) =>
      words.every((word) => row.text.includes(word)) && (gap === null || entriesWith(row, gap).length > 0),
  )
}

/** `R$ 6,50`, or `R$ 6,50 a R$ 6,90` where stores differ; null: none of them has a price. */
export function priceText(row: MenuRow): string | null {
  const prices = row.entries.map(({ item }) => item.priceCents).filter((cents) => cents > 0)
  if (prices.length === 0) return null
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high ? money(low) : `${money(low)} a ${money(high)}`
}

export const pausedIn = (row: MenuRow): readonly StoreItem[] => entriesWith(row, 'paused')
export const onSaleIn = (row: MenuRow): readonly StoreItem[] =>
  row.entries.filter(({ item }) => !hasGap.paused(item))

/** Where the dish is sold, of this many stores on screen: `Pausado em 4 de 6 lojas`; few stores are named. */
export function saleText(row: MenuRow, storesShown: number): string {
  const paused = pausedIn(row)
  const sellers = row.entries.length
  if (storesShown === 1) return paused.length > 0 ? 'Pausado' : 'À venda'
  if (sellers === 1) return `${paused.length > 0 ? 'Pausado em ' : ''}${namesOf(row.entries)}`
  if (paused.length === 0)
    return sellers === storesShown
      ? `À venda nas ${sellers} lojas`
      : `À venda em ${sellers} de ${storesShown} lojas`
  if (paused.length === sellers) return `Pausado nas ${sellers} lojas`
  return paused.length > 2
    ? `Pausado em ${paused.length} de ${sellers} lojas`
    : `Pausado em ${namesOf(paused)}`
}

export const namesOf = (entries: readonly StoreItem[]): string =>
  inWords(entries.map(({ store }) => store.name))

/** `a`, `a e b`, `a, b e c`. */
export const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}`

/** `em todos os canais desta loja: ` and their names, because a pause never leaves a channel out. */
export function channelsText(entries: readonly StoreItem[]): string {
  const platforms = new Set(entries.flatMap(({ item }) => item.channels.map(({ platform }) => platform)))
  const names = ['canal próprio', ...[...platforms].map(channelName)]
  return `em todos os canais ${entries.length === 1 ? 'desta loja' : 'destas lojas'}: ${inWords(names)}`
}

/** The button that pauses wherever the item is on sale. */
export function pauseWords(
  row: MenuRow,
  { shown, all }: { readonly shown: number; readonly all: number },
): string {
  const left = onSaleIn(row).length
  if (shown === 1) return 'Pausar item'
  if (pausedIn(row).length > 0) return left === 1 ? 'Pausar na outra loja' : `Pausar nas outras ${left} lojas`
  if (left === 1) return 'Pausar nesta loja'
  return shown === all ? `Pausar em todas as lojas (${left})` : `Pausar nas lojas escolhidas (${left})`
}

export function resumeWords(row: MenuRow, shown: number): string {
  const paused = pausedIn(row)
  if (shown === 1) return 'Voltar a vender'
  const where =
    paused.length === 1
      ? namesOf(paused)
      : paused.length === row.entries.length
        ? `todas as lojas (${paused.length})`
        : `${paused.length} lojas`
  return `Voltar a vender em ${where}`
}
