import type { Order } from '../../../contract/orders/orders.ts'
import type { ColumnKey, Columns } from '../orders.rules.ts'

/**
 * Reuses each column's previous list while it holds the same orders, so that unchanged columns do not render
 * again. One per screen; call order affects only how much work is saved.
 */
export function createSameLists(): (columns: Columns) => Columns {
  const last = new Map<ColumnKey, readonly Order[]>()
  return (columns) =>
    new Map(
      [...columns].map(([key, list]) => {
        const previous = last.get(key)
        if (previous && isSame(previous, list)) return [key, previous] as const
        last.set(key, list)
        return [key, list] as const
      }),
    )
}

const isSame = (a: readonly Order[], b: readonly Order[]): boolean =>
  a.length === b.length && a.every((order, index) => order === b[index])
