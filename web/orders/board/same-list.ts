import type { Order } from '../../../contract/orders/orders.ts'
import type { ColumnKey, Columns } from '../orders.rules.ts'

/**
 * The columns as they were, each the same list while it holds the same orders: a column that did not
 * change is not drawn again. One per screen; the order of calls decides nothing but the work saved.
 */
export function createSameLists(): (columns: Columns) => Columns {
  const last = new Map<ColumnKey, readonly Order[]>()
  return (columns) =>
    new Map(
      [...columns].map(([key, list]) => {
        const known = last.get(key)
        if (known && isSame(known, list)) return [key, known] as const
        last.set(key, list)
        return [key, list] as const
      }),
    )
}

const isSame = (a: readonly Order[], b: readonly Order[]): boolean =>
  a.length === b.length && a.every((order, index) => order === b[index])
