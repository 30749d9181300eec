import type { Order } from '../../../contract/orders/orders.ts'
import type { Columns } from '../orders.rules.ts'

/**
 * Reuses each column's previous list while it holds the same orders, and all of them while nothing changed, so that
 * what is unchanged does not render again. One per screen; call order affects only how much work is saved.
 */
export function createSameLists(): (columns: Columns) => Columns {
  let last: Columns = new Map()
  return (columns) => {
    const next = new Map(
      [...columns].map(([key, list]) => {
        const previous = last.get(key)
        return [key, previous && isSame(previous, list) ? previous : list] as const
      }),
    )
    if (last.size !== next.size || [...next].some(([key, list]) => last.get(key) !== list)) last = next
    return last
  }
}

const isSame = (a: readonly Order[], b: readonly Order[]): boolean =>
  a.length === b.length && a.every((order, index) => order === b[index])
