import { withChannel } from '../shared/channels.ts'
import type { Order, OrderAddress } from './orders.ts'
import { statusLabels, type Verdict } from './states.ts'

type WithCourier = Pick<Order, 'status' | 'lendsCourier' | 'courierOnDemand'>

/** What decides whether a marketplace can carry an order of another channel. */
export interface CarriedOrder extends Pick<Order, 'type' | 'delivery'> {
  /** What the customer pays at the door. */
  readonly pendingCents: number
}

/** Whether the marketplace can be asked now for a courier of its own, and if not, why. */
export function mayAskForCourier({ status, lendsCourier, courierOnDemand }: WithCourier): Verdict {
  if (!lendsCourier) return no('Neste pedido o canal não empresta entregador.')
  const state = courierOnDemand?.state
  if (state === 'delivered') return no('O entregador do canal já entregou este pedido.')
  if (state !== undefined && state !== 'refused' && state !== 'cancelled')
    return no('Um entregador do canal já foi pedido.')
  if (status === 'confirmed' || status === 'preparing' || status === 'ready') return { allowed: true }
  return no(`O pedido está ${statusLabels[status]}: o entregador é pedido depois do aceite e antes da saída.`)
}

/** Whether this is an order that couriers of another channel may carry at all: nothing to say of the others. */
export const isCarriable = ({ type, delivery }: Pick<Order, 'type' | 'delivery'>): boolean =>
  type === 'DELIVERY' && delivery?.deliveredBy === 'MERCHANT'

/** Whether `platform` can carry this order of another channel, and if not, what to do about it. */
export function mayBeCarried(order: CarriedOrder, platform: string): Verdict {
  const couriers = `o entregador ${withChannel('de', platform)}`
  if (!isCarriable(order)) return no(`Só um pedido que a loja entrega vai com ${couriers}.`)
  const lacking = lackingIn(order.delivery?.address ?? null)
  if (lacking) return no(`O endereço está sem ${lacking}: corrija o endereço antes de pedir ${couriers}.`)
  // What its courier would collect is the marketplace's money first, and no till here would know of it.
  if (order.pendingCents > 0)
    return no(
      `O pedido é pago na entrega, e ${couriers} não cobra por aqui. Receba antes e marque como pago.`,
    )
  return { allowed: true }
}

/** What a courier of another channel cannot do without; null: nothing. */
function lackingIn(address: OrderAddress | null): string | null {
  if (!address?.street.trim()) return 'a rua'
  if (!address.district.trim()) return 'o bairro'
  if (address.city.trim().length < 2 || !/^[A-Z]{2}$/i.test(address.state)) return 'a cidade'
  if (!/^\d{5}-?\d{3}$/.test(address.zipCode ?? '')) return 'o CEP'
  return address.lat === null || address.lng === null ? 'o ponto no mapa' : null
}

/** The marketplace answers a request within a minute or two; one without an answer for longer may never have reached it. */
const maxSilenceMs = 5 * 60_000

/** The last request, or its cancellation, has had no answer for five minutes: it may be lost. */
export const isCourierUnanswered = (courier: Order['courierOnDemand'], now: Date): boolean =>
  (courier?.state === 'asked' || courier?.state === 'cancelling') &&
  now.getTime() - Date.parse(courier.at) > maxSilenceMs

/**
 * Whether the request can be taken back now, and if not, why: the marketplace takes it until a courier has accepted, and
 * of an order of another channel for as long as it offers reasons.
 */
export function mayCancelCourier({ courierOnDemand }: WithCourier, now: Date): Verdict {
  const state = courierOnDemand?.state
  if (state === 'asked' || state === 'coming' || isCourierUnanswered(courierOnDemand, now))
    return { allowed: true }
  if (state === 'cancelling') return no('O canal ainda não respondeu ao cancelamento.')
  if (state === 'assigned' && courierOnDemand?.by) return { allowed: true }
  if (state === 'assigned') return no('O entregador já aceitou: o pedido dele não é mais cancelado por aqui.')
  return no('Nenhum entregador do canal foi pedido.')
}

/** Whether the customer's request for another address still waits for an answer. */
export function mayAnswerAddress({ courierOnDemand }: Pick<Order, 'courierOnDemand'>, now: Date): Verdict {
  const change = courierOnDemand?.addressChange
  if (!change) return no('Nenhuma troca de endereço espera por resposta.')
  if (change.answered) return no('A resposta já foi enviada.')
  return Date.parse(change.until) > now.getTime()
    ? { allowed: true }
    : no('O prazo para responder à troca de endereço terminou.')
}

const no = (reason: string): Verdict => ({ allowed: false, reason })
