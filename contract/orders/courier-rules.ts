import type { Order } from './orders.ts'
import { statusLabels, type Verdict } from './states.ts'

type WithCourier = Pick<Order, 'status' | 'lendsCourier' | 'courierOnDemand'>

/** Whether the marketplace can be asked now for a courier of its own, and if not, why. */
export function mayAskForCourier({ status, lendsCourier, courierOnDemand }: WithCourier): Verdict {
  if (!lendsCourier) return no('Neste pedido o canal não empresta entregador.')
  const state = courierOnDemand?.state
  if (state !== undefined && state !== 'refused' && state !== 'cancelled')
    return no('Um entregador do canal já foi pedido.')
  if (status === 'confirmed' || status === 'preparing' || status === 'ready') return { allowed: true }
  return no(`O pedido está ${statusLabels[status]}: o entregador é pedido depois do aceite e antes da saída.`)
}

/** The marketplace answers a request within a minute or two; one without an answer for longer may never have reached it. */
const maxSilenceMs = 5 * 60_000

/** The last request, or its cancellation, has had no answer for five minutes: it may be lost. */
export const isCourierUnanswered = (courier: Order['courierOnDemand'], now: Date): boolean =>
  (courier?.state === 'asked' || courier?.state === 'cancelling') &&
  now.getTime() - Date.parse(courier.at) > maxSilenceMs

/** Whether the request can be taken back now, and if not, why: the marketplace takes it until a courier has accepted. */
export function mayCancelCourier({ courierOnDemand }: WithCourier, now: Date): Verdict {
  const state = courierOnDemand?.state
  if (state === 'asked' || state === 'coming' || isCourierUnanswered(courierOnDemand, now))
    return { allowed: true }
  if (state === 'cancelling') return no('O canal ainda não respondeu ao cancelamento.')
  if (state === 'assigned') return no('O entregador já aceitou: o pedido dele não é mais cancelado por aqui.')
  return no('Nenhum entregador do canal foi pedido.')
}

const no = (reason: string): Verdict => ({ allowed: false, reason })
