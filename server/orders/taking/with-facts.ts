import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { soldFacts } from '../../menu/menu.ts'
import type { IncomingItem } from './order-batch.ts'

/** The items with what the menu says of them now, and whether one of them is alcoholic. */
export async function withFacts(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly IncomingItem[],
): Promise<{ readonly items: readonly IncomingItem[]; readonly alcohol: boolean }> {
  const facts = await soldFacts(
    tx,
    storeId,
    items.map((item) => item.product_key),
  )
  if (facts.size === 0) return { items, alcohol: false }
  const known = items.map((item) => {
    const its = facts.get(item.product_key)
    return its && item.detail ? { ...item, detail: { ...item.detail, ...its } } : item
  })
  return { items: known, alcohol: known.some((item) => item.detail?.alcoholic === true) }
}
