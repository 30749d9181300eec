import { draftOption, fitsGroups } from './asked-groups.rules.ts'
import type { ChatItem, ChatMenu, DraftItem, DraftOption } from './chat-state.ts'

export interface OrderedItem {
  readonly productKey: string
  readonly quantity: number
  readonly options: readonly { readonly name: string; readonly quantity: number }[]
}

/** The items of an earlier order that are still on sale, at current prices. Leaves out items whose options have changed. */
export function repeatable(
  ordered: readonly OrderedItem[],
  menu: ChatMenu,
  keyOf: (item: ChatItem) => string,
): readonly DraftItem[] {
  return ordered.flatMap(({ productKey, quantity, options }): readonly DraftItem[] => {
    const item = menu.items.find((one) => keyOf(one) === productKey)
    const chosen = item ? optionsOf(item, options) : null
    if (!item || !chosen || !Number.isInteger(quantity) || quantity < 1 || quantity > 99) return []
    return [
      { menuItemId: item.id, name: item.name, quantity, unitPriceCents: item.priceCents, options: chosen },
    ]
  })
}

function optionsOf(item: ChatItem, ordered: OrderedItem['options']): readonly DraftOption[] | null {
  // A half whose price did not divide evenly takes two lines of the order.
  const counts = new Map<string, number>()
  for (const { name, quantity } of ordered) counts.set(name, (counts.get(name) ?? 0) + quantity)
  const chosen = [...counts].map(([name, quantity]): DraftOption | null => {
    for (const group of item.groups) {
      const found = group.options.find((option) => option.name === name)
      // How often one of an option is taken is seen when all are known.
      if (found && (group.askedWith !== undefined || quantity <= found.max))
        return draftOption(group, found, quantity)
    }
    return null
  })
  if (chosen.some((one) => one === null)) return null
  const known = chosen.filter((one) => one !== null)
  return fitsGroups(item, known) ? known : null
}
