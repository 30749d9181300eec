import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { localClock, plural } from '../../words/format.ts'
import { takesCourier, type ColumnKey } from '../orders.rules.ts'
import { acceptanceOf, clockSpan, isLate, type StoreTerms } from '../timer.rules.ts'

/** The one fact beside a column's name; `urgent` is its part that is red. */
export interface ColumnFact {
  readonly text: string
  readonly urgent: string
}

const none: ColumnFact = { text: '', urgent: '' }

/** Of the orders in the column's own order: the first is the first that needs a hand. */
export function columnFact(
  key: ColumnKey,
  orders: readonly Order[],
  now: Date,
  termsOf: (order: Order) => StoreTerms,
): ColumnFact {
  const [first] = orders
  if (!first) return none
  switch (key) {
    case 'new':
      return acceptFact(first, now, termsOf(first))
    case 'scheduled':
      return scheduledFact(orders, termsOf)
    case 'kitchen':
      return kitchenFact(orders, now)
    case 'ready':
      return readyFact(orders)
    case 'out':
      return streetFact(orders)
  }
}

/** `o primeiro vence em 0:48`; overdue: `o primeiro venceu há 3:05`. */
function acceptFact(first: Order, now: Date, terms: StoreTerms): ColumnFact {
  const acceptance = acceptanceOf(first, now, terms)
  if (!acceptance) return none
  if (acceptance.leftMs < 0) return { text: 'o primeiro venceu há ', urgent: clockSpan(-acceptance.leftMs) }
  const clock = clockSpan(acceptance.leftMs)
  return acceptance.tone === 'late'
    ? { text: 'o primeiro vence em ', urgent: clock }
    : { text: `o primeiro vence em ${clock}`, urgent: '' }
}

function scheduledFact(orders: readonly Order[], termsOf: (order: Order) => StoreTerms): ColumnFact {
  const [next] = orders
    .filter((order) => order.preparationStartAt !== null)
    .toSorted((a, b) => Date.parse(a.preparationStartAt ?? '') - Date.parse(b.preparationStartAt ?? ''))
  return next?.preparationStartAt
    ? { text: `às ${localClock(next.preparationStartAt, termsOf(next).timezone)}`, urgent: '' }
    : none
}

/** `média 17 min · 1 atrasado`. */
function kitchenFact(orders: readonly Order[], now: Date): ColumnFact {
  const minutes = orders.map((order) => Math.max(0, now.getTime() - Date.parse(startOf(order))) / 60_000)
  const mean = Math.round(minutes.reduce((sum, one) => sum + one, 0) / orders.length)
  const late = orders.filter((order) => isLate(order, now)).length
  const text = `média ${mean}\u00a0min`
  return late > 0
    ? { text: `${text} · `, urgent: plural(late, 'atrasado', 'atrasados') }
    : { text, urgent: '' }
}

const startOf = (order: Order): string =>
  order.timing === 'SCHEDULED' && order.preparationStartAt ? order.preparationStartAt : order.createdAt

/** Who they wait for: the customer, a courier of the store, or the partner's. */
function readyFact(orders: readonly Order[]): ColumnFact {
  const collected = orders.filter((order) => order.type !== 'DELIVERY').length
  if (collected > 0) return { text: plural(collected, 'espera o cliente', 'esperam o cliente'), urgent: '' }
  return { text: plural(orders.length, 'espera entregador', 'esperam entregador'), urgent: '' }
}

/** Couriers of the store, by name; the partner's own are nobody's to count. */
function streetFact(orders: readonly Order[]): ColumnFact {
  const couriers = new Set(orders.flatMap(({ motoboy }) => (motoboy ? [motoboy.id] : [])))
  if (couriers.size > 0)
    return { text: plural(couriers.size, 'entregador na rua', 'entregadores na rua'), urgent: '' }
  const unnamed = orders.filter((order) => takesCourier(order) && !isMarketplace(order.platform)).length
  return unnamed > 0 ? { text: plural(unnamed, 'sem entregador', 'sem entregador'), urgent: '' } : none
}
