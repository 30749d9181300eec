import type { Menu } from '../../../contract/menu/menu.ts'
import type { WallDish } from './wall-lines.rules.ts'

/**
 * A station makes the dishes of one category of the menu. Equal names in several stores are one station. Null: the menu of
 * the store has not been read, so the dish is every station's.
 */
export type StationOf = (storeId: string, dish: Pick<WallDish, 'code' | 'name'>) => string | null

/** Dishes that no category of the menu has. */
export const otherStation = 'Outros'

export function stationsOf(menus: ReadonlyMap<string, Menu>): StationOf {
  const byStore = new Map([...menus].map(([storeId, menu]) => [storeId, categoriesOf(menu)]))
  return (storeId, { code, name }) => {
    const known = byStore.get(storeId)
    if (!known) return null
    return (code === null ? undefined : known.byCode.get(code)) ?? known.byName.get(key(name)) ?? otherStation
  }
}

function categoriesOf({ categories, items }: Menu) {
  const names = new Map(categories.map(({ id, name }) => [id, name.trim()]))
  const byCode = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const { categoryId, externalCode, name } of items) {
    const station = categoryId === null ? undefined : names.get(categoryId)
    if (station === undefined) continue
    if (externalCode !== null) byCode.set(externalCode, station)
    byName.set(key(name), station)
  }
  return { byCode, byName }
}

const key = (name: string): string => name.trim().toLowerCase()

/** Widths of the bar, in letters' heights: of a station without its name, of a letter, of all that words leave. */
const ems = { button: 2.2, letter: 0.55, room: 28 }

/** Whether a button for each station, and one for all, leaves the bar's words their room; else they are a list. */
export function fitBeside(names: readonly string[]): boolean {
  const widths = ['Tudo', ...names].map((name) => ems.button + name.length * ems.letter)
  return widths.reduce((sum, one) => sum + one, 0) <= ems.room
}

export interface Summed {
  readonly name: string
  readonly quantity: number
}

/** Equal dishes of several orders or lines, from two up, most first. */
export function equalDishes(dishes: readonly Pick<WallDish, 'name' | 'quantity'>[]): readonly Summed[] {
  const sums = new Map<string, { name: string; quantity: number; lines: number }>()
  for (const { name, quantity } of dishes) {
    const sum = sums.get(key(name)) ?? { name, quantity: 0, lines: 0 }
    sums.set(key(name), { ...sum, quantity: sum.quantity + quantity, lines: sum.lines + 1 })
  }
  return [...sums.values()]
    .filter(({ quantity, lines }) => lines > 1 && quantity >= 2)
    .toSorted((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name, 'pt-BR'))
    .map(({ name, quantity }) => ({ name, quantity }))
}
