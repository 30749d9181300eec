import type { OrderType } from '../../../contract/orders/kinds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { readStored, writeStored } from '../../browser/storage.ts'
import { codeName } from '../../stores/store-facts.ts'
import { matches } from '../orders.rules.ts'

/** A dialog that the head opens. */
export type Tool = 'pace' | 'new' | 'why'

/** What of the open orders is shown, and how densely. */
export interface BoardView {
  readonly search: string
  readonly type: OrderType | null
  readonly motoboyId: string | null
  readonly compact: boolean
  /** Whether cards are being selected for a bulk action. */
  readonly choosing: boolean
}

const densityKey = 'ordersDensity'

export const firstView = (): BoardView => ({
  search: '',
  type: null,
  motoboyId: null,
  compact: readStored(densityKey) === 'compact',
  choosing: false,
})

export const unfiltered = { search: '', type: null, motoboyId: null } as const

/** This browser remembers the density. */
export function withDensity(view: BoardView, compact: boolean): BoardView {
  writeStored(densityKey, compact ? 'compact' : null)
  return { ...view, compact }
}

/** The same array while nothing is filtered. */
export function shownOf(orders: readonly Order[], { search, type, motoboyId }: BoardView): readonly Order[] {
  if (search === '' && type === null && motoboyId === null) return orders
  return orders.filter(
    (order) =>
      matches(order, search, codeName(order)) &&
      (type === null || order.type === type) &&
      (motoboyId === null || order.motoboy?.id === motoboyId),
  )
}

/** Couriers of the orders on the board. */
export const motoboysOf = (orders: readonly Order[]) => [
  ...new Map(orders.flatMap(({ motoboy }) => (motoboy ? [[motoboy.id, motoboy.name] as const] : []))),
]
