import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'

/** As the call takes it. `before` null: last. */
export interface Move {
  readonly part: 'category' | 'item' | 'group'
  readonly id: string
  readonly before: string | null
  /** Of items: where it goes; absent: the category it is in. */
  readonly categoryId?: string | null
}

/** The menu after a move, as the server will answer it. */
export function movedIn(menu: Menu, move: Move): Menu {
  if (move.part === 'category') return { ...menu, categories: placed(menu.categories, move) }
  if (move.part === 'group') return { ...menu, optionGroups: placed(menu.optionGroups, move) }
  const item = menu.items.find((one) => one.id === move.id)
  if (!item) return menu
  const categoryId = move.categoryId === undefined ? item.categoryId : move.categoryId
  const moved = menu.items.map((one) => (one.id === move.id ? { ...one, categoryId } : one))
  const order = [...menu.categories.map(({ id }): string | null => id), null]
  return {
    ...menu,
    items: order.flatMap((id) => {
      const own = moved.filter((one) => one.categoryId === id)
      return id === categoryId ? placed(own, move) : own
    }),
  }
}

function placed<T extends { readonly id: string }>(list: readonly T[], { id, before }: Move): T[] {
  const one = list.find((part) => part.id === id)
  const others = list.filter((part) => part.id !== id)
  if (!one) return others
  const at = before === null ? -1 : others.findIndex((part) => part.id === before)
  return others.toSpliced(at < 0 ? others.length : at, 0, one)
}

/** One place up or down among its neighbours; null: it is at that end already. */
export function step<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  by: -1 | 1,
): { readonly before: string | null } | null {
  const at = list.findIndex((part) => part.id === id)
  if (at < 0 || at + by < 0 || at + by >= list.length) return null
  return { before: (by < 0 ? list[at - 1] : list[at + 2])?.id ?? null }
}

/** The menu after a deletion, as the server will answer it. */
export function without(menu: Menu, part: Move['part'], id: string): Menu {
  if (part === 'item') return { ...menu, items: menu.items.filter((item) => item.id !== id) }
  if (part === 'group')
    return {
      ...menu,
      optionGroups: menu.optionGroups.filter((group) => group.id !== id),
      items: menu.items.map((item) => ({
        ...item,
        optionGroupIds: item.optionGroupIds.filter((groupId) => groupId !== id),
      })),
    }
  return {
    ...menu,
    categories: menu.categories.filter((category) => category.id !== id),
    items: menu.items.map((item) => (item.categoryId === id ? { ...item, categoryId: null } : item)),
  }
}

export const itemsIn = (menu: Menu, categoryId: string | null): readonly MenuItem[] =>
  menu.items.filter((item) => item.categoryId === categoryId)
