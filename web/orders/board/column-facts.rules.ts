import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { plural } from '../../words/format.ts'
import { takesCourier, type ColumnKey } from '../orders.rules.ts'
import { acceptanceOf, clockSpan, isLate, waitsForCustomer, type StoreTerms } from '../timer.rules.ts'

/** The one fact beside a column's name. */
export interface ColumnFact {
  readonly text: string
  /** The part of it that stands out: red where it is late, in the colour of waiting where a customer has not come. */
  readonly emphasis: string
  readonly tone: 'late' | 'waits'
}

const fact = (text: string, emphasis = '', tone: ColumnFact['tone'] = 'late'): ColumnFact => ({
  text,
  emphasis,
  tone,
})

/** Of the orders in the column's own order: the first is the first that needs a hand. */
export function columnFact(
  key: ColumnKey,
  orders: readonly Order[],
  now: Date,
  termsOf: (order: Order) => StoreTerms,
): ColumnFact {
  const [first] = orders
  if (!first) return fact('')
  switch (key) {
    case 'new':
      return acceptFact(first, now, termsOf(first))
    case 'kitchen':
      return kitchenFact(orders, now)
    case 'ready':
      return readyFact(orders)
    case 'out':
      return streetFact(orders)
    // They have no column, and say their times themselves.
    case 'scheduled':
    case 'delivered':
      return fact('')
  }
}

/** `vence em 0:48`; overdue: `venceu há 3:05`. */
function acceptFact(first: Order, now: Date, terms: StoreTerms): ColumnFact {
  const acceptance = acceptanceOf(first, now, terms)
  if (!acceptance) return fact('')
  if (acceptance.leftMs < 0) return fact('venceu há ', clockSpan(-acceptance.leftMs))
  const clock = clockSpan(acceptance.leftMs)
  return acceptance.tone === 'late' ? fact('vence em ', clock) : fact(`vence em ${clock}`)
}

/** `1 atrasado`; none late: `média 17 min`. */
function kitchenFact(orders: readonly Order[], now: Date): ColumnFact {
  const late = orders.filter((order) => isLate(order, now)).length
  if (late > 0) return fact('', plural(late, 'atrasado', 'atrasados'))
  const minutes = orders.map((order) => Math.max(0, now.getTime() - Date.parse(startOf(order))) / 60_000)
  const mean = Math.round(minutes.reduce((sum, one) => sum + one, 0) / orders.length)
  return fact(`média ${mean}\u00a0min`)
}

const startOf = (order: Order): string =>
  order.timing === 'SCHEDULED' && order.preparationStartAt ? order.preparationStartAt : order.createdAt

/** Who they wait for: the customer, a table, a courier of the store, or the partner's. */
function readyFact(orders: readonly Order[]): ColumnFact {
  const collected = orders.filter(waitsForCustomer).length
  if (collected > 0) return fact('', plural(collected, 'espera o cliente', 'esperam o cliente'), 'waits')
  const served = orders.filter(({ type }) => type === 'INDOOR').length
  if (served > 0) return fact(plural(served, 'espera a mesa', 'esperam a mesa'))
  return fact(plural(orders.length, 'espera entregador', 'esperam entregador'))
}

/** Couriers of the store, by name; the partner's own are nobody's to count. */
function streetFact(orders: readonly Order[]): ColumnFact {
  const couriers = new Set(orders.flatMap(({ motoboy }) => (motoboy ? [motoboy.id] : [])))
  if (couriers.size > 0) return fact(`${couriers.size} na rua`)
  const unnamed = orders.filter((order) => takesCourier(order) && !isMarketplace(order.platform)).length
  return fact(unnamed > 0 ? `${unnamed} sem entregador` : '')
}
