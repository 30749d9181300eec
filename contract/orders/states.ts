import { isMarketplace, withChannel, type Platform } from '../shared/channels.ts'
import type { OrderStatus, OrderType } from './kinds.ts'

/**
 * Order transitions (docs/product/orders.md), shared by the server that enforces them and the buttons
 * that explain them. Names follow Open Delivery v1.7.
 */
export const orderActions = [
  'confirm',
  'startPreparation',
  'ready',
  'dispatch',
  'deliver',
  'conclude',
  'cancel',
] as const
export type OrderAction = (typeof orderActions)[number]
/** The forward transitions. */
export type AdvanceAction = Exclude<OrderAction, 'cancel'>

/** The fields of an order that determine its transitions. */
export interface OrderPosition {
  readonly status: OrderStatus
  readonly type: OrderType
  readonly platform: Platform
  readonly deliveredBy: 'MERCHANT' | 'MARKETPLACE' | null
  /** Set while a request of ours waits for the marketplace's event. */
  readonly pendingAction: OrderAction | null
  /** The order has alcohol, and nobody has said that the customer's document was seen. */
  readonly documentPending?: boolean
  /** The marketplace waits for the store to say that it was delivered or picked up. */
  readonly asksDelivered?: boolean
  /** A scheduled order must not start before this instant. */
  readonly preparationStartAt: string | null
  readonly scheduled: boolean
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

export const statusAfter: Record<OrderAction, OrderStatus> = {
  confirm: 'confirmed',
  startPreparation: 'preparing',
  ready: 'ready',
  dispatch: 'dispatched',
  deliver: 'delivered',
  conclude: 'concluded',
  cancel: 'cancelled',
}

/** Completes the sentence “o pedido está …”. */
export const statusLabels: Record<OrderStatus, string> = {
  placed: 'aguardando aceite',
  confirmed: 'aceito',
  preparing: 'em preparo',
  ready: 'pronto',
  dispatched: 'em entrega',
  delivered: 'entregue',
  concluded: 'concluído',
  cancelled: 'cancelado',
}

/** Whether the action is allowed now, and if not, why, as a sentence for the store. */
export function mayDo(action: OrderAction, order: OrderPosition, now: Date): Verdict {
  if (order.status === 'cancelled') return no('Este pedido foi cancelado.')
  if (order.status === 'concluded') return no('Este pedido já foi concluído.')
  if (order.pendingAction)
    return no(`Aguardando a resposta ${withChannel('de', order.platform)} à última ação.`)
  if (!statusesBefore(action, order).includes(order.status)) {
    return no(`O pedido está ${statusLabels[order.status]}: esta etapa não se aplica agora.`)
  }
  return rules[action](order, now)
}

/** The statuses in which the action is allowed for this type of order. */
export function statusesBefore(
  action: OrderAction,
  order: Pick<OrderPosition, 'type' | 'scheduled'>,
): readonly OrderStatus[] {
  switch (action) {
    case 'confirm':
      return ['placed']
    case 'startPreparation':
      return ['confirmed']
    case 'ready':
      return order.scheduled ? ['preparing'] : ['confirmed', 'preparing']
    case 'dispatch':
      return order.type === 'DELIVERY' ? ['ready'] : []
    case 'deliver':
      return order.type === 'DELIVERY' ? ['dispatched'] : order.type === 'TAKEOUT' ? ['ready'] : []
    case 'conclude':
      return order.type === 'INDOOR' ? ['ready', 'delivered'] : ['delivered']
    case 'cancel':
      return ['placed', 'confirmed', 'preparing', 'ready', 'dispatched', 'delivered']
  }
}

/** The primary action of a card; null when the store has nothing to do: a delivered order ends on its own. */
export function nextAction(order: OrderPosition): OrderAction | null {
  switch (order.status) {
    case 'placed':
      return 'confirm'
    case 'confirmed':
      return order.scheduled ? 'startPreparation' : 'ready'
    case 'preparing':
      return 'ready'
    case 'ready':
      if (order.type === 'DELIVERY') return 'dispatch'
      return order.type === 'TAKEOUT' ? 'deliver' : 'conclude'
    case 'dispatched':
      return 'deliver'
    case 'delivered':
    case 'concluded':
    case 'cancelled':
      return null
  }
}

/** The fields of an order that say whether its customer's document is to be seen. */
interface WithAlcohol extends Pick<OrderPosition, 'status' | 'type' | 'deliveredBy'> {
  readonly alcohol: boolean
  readonly checked: boolean
}

/** Only the store's own courier can be asked to look at a document. */
export const asksDocument = ({ alcohol, type, deliveredBy }: WithAlcohol): boolean =>
  alcohol && type === 'DELIVERY' && deliveredBy !== 'MARKETPLACE'

/** Whether somebody can say now that the document was seen, and if not, why. */
export function mayCheckDocument(order: WithAlcohol): Verdict {
  if (!asksDocument(order)) return no('Neste pedido a loja não confere documento.')
  if (order.checked) return no('O documento deste pedido já foi conferido.')
  if (order.status === 'dispatched' || order.status === 'delivered') return ok
  return no(`O pedido está ${statusLabels[order.status]}: o documento é conferido na entrega.`)
}

/** The fields of an order that say whether a code of its customer is to be checked. */
interface WithCode extends Pick<OrderPosition, 'status'> {
  readonly takesCode: boolean
  readonly checked: boolean
}

/** Whether the marketplace can be asked now about the customer's code, and if not, why. */
export function mayCheckCode({ status, takesCode, checked }: WithCode): Verdict {
  if (!takesCode) return no('Neste pedido a loja não confere código de entrega.')
  if (checked) return no('O código deste pedido já foi conferido.')
  if (status === 'dispatched' || status === 'delivered') return ok
  return no(`O pedido está ${statusLabels[status]}: o código é conferido na entrega.`)
}

/** Whether payment, address and delivery fee can still be changed, and if not, why. */
export function mayEdit(order: Pick<OrderPosition, 'status' | 'platform'>): Verdict {
  if (isMarketplace(order.platform))
    return no(`Este pedido só pode ser alterado ${withChannel('por', order.platform)}.`)
  if (order.status === 'cancelled') return no('Este pedido foi cancelado.')
  if (order.status === 'concluded') return no('Este pedido já foi concluído.')
  return ok
}

/** Whether items can still be put in and taken out, and if not, why. */
export function mayChangeItems(order: Pick<OrderPosition, 'status' | 'platform'>): Verdict {
  if (isMarketplace(order.platform)) {
    const channel = withChannel('O', order.platform)
    return no(
      `${channel} não deixa a loja mudar os itens de um pedido. Se algo faltar, fale com o cliente por lá ou cancele.`,
    )
  }
  const verdict = mayEdit(order)
  if (!verdict.allowed) return verdict
  return order.status === 'dispatched' || order.status === 'delivered'
    ? no('Este pedido já saiu: os itens não mudam mais.')
    : ok
}

const ok: Verdict = { allowed: true }
const no = (reason: string): Verdict => ({ allowed: false, reason })

const partnerFinishes = (order: OrderPosition): Verdict =>
  isMarketplace(order.platform)
    ? no(`${withChannel('O', order.platform)} registra a entrega e a conclusão deste pedido.`)
    : ok

const rules: Record<OrderAction, (order: OrderPosition, now: Date) => Verdict> = {
  confirm: () => ok,
  startPreparation: (order, now) =>
    order.scheduled && order.preparationStartAt && new Date(order.preparationStartAt) > now
      ? no('Pedido agendado: o preparo ainda não deve começar.')
      : ok,
  ready: () => ok,
  dispatch: (order) =>
    order.deliveredBy === 'MARKETPLACE' ? no('O entregador é do parceiro: ele registra a saída.') : ok,
  deliver: (order) => {
    const verdict = order.asksDelivered ? ok : partnerFinishes(order)
    return verdict.allowed && order.documentPending
      ? no('Este pedido tem bebida alcoólica: confira o documento antes de concluir a entrega.')
      : verdict
  },
  conclude: partnerFinishes,
  cancel: () => ok,
}
