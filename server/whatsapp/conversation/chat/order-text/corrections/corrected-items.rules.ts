import type { DraftItem } from '../../chat-state.ts'
import type { LineChange } from '../sheet.rules.ts'

/** The items of an order after a correction of one of them. Null: the item is not among them. */
export function correctedItems(
  items: readonly DraftItem[],
  menuItemId: string,
  change: LineChange,
): readonly DraftItem[] | null {
  const at = items.findLastIndex((item) => item.menuItemId === menuItemId)
  return at === -1 ? null : items.flatMap((item, index) => (index === at ? corrected(item, change) : [item]))
}

function corrected(item: DraftItem, change: LineChange): readonly DraftItem[] {
  const { quantity, notes } = item
  switch (change.kind) {
    case 'quantity':
      return [{ ...item, quantity: change.quantity }]
    case 'more':
      return [{ ...item, quantity: quantity + change.quantity }]
    case 'note':
      return [{ ...item, notes: [notes, change.note].filter(Boolean).join(', ') }]
    case 'remove':
      return change.quantity === null || change.quantity >= quantity
        ? []
        : [{ ...item, quantity: quantity - change.quantity }]
  }
}
