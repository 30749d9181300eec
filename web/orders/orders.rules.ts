import { isMarketplace, withChannel } from '../../contract/shared/channels.ts'
import { folded } from '../../contract/shared/folded.ts'
import { phoneBeginnings } from '../../contract/shared/phones.ts'
import { count, plural } from '../words/format.ts'
import {
  asksDocument,
  mayCheckDocument,
  mayDo,
  nextAction,
  type AdvanceAction,
  type OrderAction,
  type OrderPosition,
  type Verdict,
} from '../../contract/orders/states.ts'
import { discountParts } from '../../contract/orders/money/discount-parts.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { paidWith } from '../../contract/orders/money/payment-methods.ts'
import { orderTypeNames } from '../../contract/orders/labels.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { firstToAccept, waitsForItsTime, type StoreTerms, type TicketTone } from './timer.rules.ts'

/** Display rules of the board: column, lateness, labels. Pure functions. */
const columnKeys = ['new', 'scheduled', 'kitchen', 'ready', 'out', 'delivered'] as const
export type ColumnKey = (typeof columnKeys)[number]

export const columnLabels: Record<ColumnKey, { title: string; short: string; empty: string }> = {
  new: { title: 'Novos', short: 'Novos', empty: 'Os pedidos novos chegam aqui sozinhos.' },
  scheduled: { title: 'Agendados', short: 'Agenda', empty: 'O que é para mais tarde espera aqui.' },
  kitchen: { title: 'Em preparo', short: 'Preparo', empty: 'O que você aceitar aparece aqui.' },
  ready: { title: 'Prontos', short: 'Prontos', empty: 'O que ficar pronto espera aqui.' },
  out: { title: 'Em entrega', short: 'Entrega', empty: 'O que sair para entrega aparece aqui.' },
  delivered: { title: 'Entregues há pouco', short: 'Entregues', empty: '' },
}

/** Null: finished, not on the board. */
export function columnOf(order: Order, now: Date): ColumnKey | null {
  switch (order.status) {
    case 'placed':
      return 'new'
    case 'confirmed':
      return waitsForItsTime(order, now) ? 'scheduled' : 'kitchen'
    case 'preparing':
      return 'kitchen'
    case 'ready':
      return 'ready'
    case 'dispatched':
      return 'out'
    case 'delivered':
      return 'delivered'
    case 'concluded':
    case 'cancelled':
      return null
  }
}

/** Whether it is delivered by one of the store's own couriers. */
export const takesCourier = (order: Order): boolean =>
  order.type === 'DELIVERY' && order.delivery?.deliveredBy !== 'MARKETPLACE'

/** What decides whether the customer's document is to be seen at the door. */
export const documentFacts = (order: Order) => ({
  status: order.status,
  type: order.type,
  deliveredBy: order.delivery?.deliveredBy ?? null,
  alcohol: order.alcohol === true,
  checked: order.documentCheck !== undefined,
})

/** Whether the next thing to do is to look at the customer's document. */
export const asksForDocument = (order: Order): boolean => mayCheckDocument(documentFacts(order)).allowed

const documentPending = (order: Order): boolean =>
  asksDocument(documentFacts(order)) && order.documentCheck === undefined

/** The fields of a board order that contract/orders/states.ts needs. */
export function positionOf(order: Order): OrderPosition {
  return {
    documentPending: documentPending(order),
    asksDelivered: order.asksDelivered === true,
    status: order.status,
    type: order.type,
    platform: order.platform,
    deliveredBy: order.delivery?.deliveredBy ?? null,
    pendingAction: order.pending?.action ?? null,
    preparationStartAt: order.preparationStartAt,
    scheduled: order.timing === 'SCHEDULED',
  }
}

export interface MainStep {
  readonly action: OrderAction
  readonly label: string
  readonly verdict: Verdict
}

export function mainStep(order: Order, now: Date): MainStep | null {
  const position = positionOf(order)
  const action = nextAction(position)
  if (!action) return null
  return { action, label: actionText(action, order), verdict: mayDo(action, position, now) }
}

/** Button text in place of a step the store cannot take now; the tooltip says why. */
export function waitingText(order: Order, now: Date): string {
  if (columnOf(order, now) === 'scheduled') return 'Aguardando o horário'
  if (isMarketplace(order.platform) && order.status === 'ready' && order.type === 'DELIVERY')
    return 'Aguardando o entregador'
  if (isMarketplace(order.platform)) return `${withChannel('O', order.platform)} conclui`
  return 'Aguardando'
}

export function actionText(action: OrderAction, order: Order): string {
  switch (action) {
    case 'confirm':
      return 'Aceitar'
    case 'startPreparation':
      return 'Iniciar preparo'
    case 'ready':
      return 'Marcar como pronto'
    case 'dispatch':
      return 'Saiu para entrega'
    case 'deliver':
      return order.type === 'TAKEOUT' ? 'Entregue ao cliente' : 'Confirmar entrega'
    case 'conclude':
      return 'Concluir'
    case 'cancel':
      return order.status === 'placed' ? 'Recusar' : 'Cancelar'
  }
}

/** The done step, short enough for the phone's tabs. */
export const doneLabels: Record<Exclude<OrderAction, 'cancel'>, string> = {
  confirm: 'aceito',
  startPreparation: 'no preparo',
  ready: 'pronto',
  dispatch: 'saiu',
  deliver: 'entregue',
  conclude: 'concluído',
}

/** The same in full: `saiu para entrega com Jeferson`. */
export function doneText(action: AdvanceAction, order: Pick<Order, 'motoboy'>): string {
  if (action === 'dispatch') return `saiu para entrega${order.motoboy ? ` com ${order.motoboy.name}` : ''}`
  return action === 'startPreparation' ? 'em preparo' : doneLabels[action]
}

/** Shown before a step that has no undo; null: it can be undone. */
export const noUndoText = (order: Pick<Order, 'platform'>): string | null =>
  isMarketplace(order.platform) ? `${withChannel('Em', order.platform)} não dá para desfazer.` : null

export const statusLabels: Record<Order['status'], string> = {
  placed: 'Esperando aceite',
  confirmed: 'Aceito',
  preparing: 'Em preparo',
  ready: 'Pronto',
  dispatched: 'Em entrega',
  delivered: 'Entregue',
  concluded: 'Concluído',
  cancelled: 'Cancelado',
}

/** Searches number, name (`BC-31`), customer, phone, items and courier. */
export function matches(order: Order, search: string, name: string): boolean {
  const wanted = folded(search)
  if (wanted === '') return true
  const digits = wanted.replaceAll(/\D/g, '')
  if (digits.length >= 4 && hasPhone(order.customer.phone, wanted)) return true
  const texts = [
    order.displayId,
    name,
    order.customer.name,
    order.motoboy?.name ?? '',
    ...order.items.map((item) => item.name),
  ]
  return texts.some((text) => folded(text).includes(wanted.replace(/^#/, '')))
}

/** A part of the number as it is kept, or its beginning as people write it: `011 8765-4321`. */
const hasPhone = (phone: string | null, typed: string): boolean =>
  phone !== null &&
  (phone.includes(typed.replaceAll(/\D/g, '')) ||
    phoneBeginnings(typed).some((beginning) => phone.startsWith(`+${beginning}`)))

/** Shown while our request waits for the marketplace's event. */
export function pendingText(action: OrderAction, platform: string): string {
  if (action === 'confirm') return `Confirmando com ${withChannel('o', platform)}…`
  if (action === 'cancel') return `Cancelamento pedido ${withChannel('a', platform)}…`
  return `Avisando ${withChannel('o', platform)}…`
}

/** `Pago no app`, `Dinheiro · troco para R$ 100,00`, `Crédito Visa na entrega`. */
export function paymentText(order: Order, money: (cents: number) => string): string {
  if (order.totals.pendingCents === 0) {
    return isMarketplace(order.platform)
      ? 'Pago no app'
      : `Pago · ${order.payments.map(paidWith).join(' + ')}`
  }
  const onDelivery = order.payments.filter((payment) => !payment.prepaid)
  const words = onDelivery.map((payment) => {
    const change = payment.changeForCents ? ` · troco para ${money(payment.changeForCents)}` : ''
    return `${paidWith(payment)}${change}`
  })
  const place =
    order.type === 'DELIVERY' ? 'na entrega' : order.type === 'TAKEOUT' ? 'na retirada' : 'na mesa'
  const part = order.totals.prepaidCents > 0 ? ` (cobrar ${money(order.totals.pendingCents)})` : ''
  return `${words.join(' + ')} ${place}${part}`
}

/** Discounts with their sponsor: `Desconto da loja`, `Desconto` for the marketplace's. */
export function discountText(order: Order, money: (cents: number) => string): string[] {
  const bySponsor = new Map<string | null, number>()
  for (const { sponsor, cents } of discountParts(order.discounts))
    bySponsor.set(sponsor, (bySponsor.get(sponsor) ?? 0) + cents)
  return [...bySponsor].map(([sponsor, cents]) =>
    [`Desconto ${money(cents)}`, ...(sponsor === null ? [] : [sponsorName(sponsor, order.platform)])].join(
      ' · ',
    ),
  )
}

export const sponsorName = (name: string, platform: string): string =>
  name === 'MARKETPLACE'
    ? `${withChannel('o', platform)} paga`
    : (lookup(sponsorLabels, name) ?? 'um parceiro paga')

const sponsorLabels: Record<string, string> = {
  MERCHANT: 'a loja paga',
  CHAIN: 'a rede paga',
}

/** From the third of a column on, an order is folded to its name, items, sum and step; a red one never is. */
export const isFolded = (index: number, tone: TicketTone): boolean => index >= 2 && tone !== 'late'

/** Words that a cook must not miss; the rest of a note is shown unchanged. */
export const isAllergy = (note: string): boolean =>
  /al[ée]rg|intoler|cel[íi]ac|sem gl[úu]ten|sem lactose/i.test(note)

export function typeText(order: Order): string {
  if (order.type === 'TAKEOUT') return orderTypeNames.TAKEOUT
  if (order.type === 'INDOOR')
    return order.indoor?.place ? `${orderTypeNames.INDOOR} · ${order.indoor.place}` : orderTypeNames.INDOOR
  return order.delivery?.deliveredBy === 'MARKETPLACE' ? 'Entrega do parceiro' : orderTypeNames.DELIVERY
}

/** `1º pedido aqui`, `7º pedido aqui`; null if the channel hides the customer. */
export const loyaltyText = (order: Order): string | null =>
  order.customer.ordersCount === null ? null : `${order.customer.ordersCount}º pedido aqui`

/** Oldest first in every column, late orders included. */
function byAge(a: Order, b: Order): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1
}

const startsAt = (order: Order): string => order.preparationStartAt ?? order.createdAt

export type Columns = ReadonlyMap<ColumnKey, readonly Order[]>

/**
 * The orders by stage: new ones by the time left to accept them, scheduled ones by the start of their preparation,
 * delivered ones newest first, the others oldest first.
 * Scheduled and delivered orders have a list only if there are any.
 */
export function columnsOf(
  orders: readonly Order[],
  now: Date,
  termsOf: (order: Order) => StoreTerms,
): Columns {
  const columns = new Map<ColumnKey, Order[]>(columnKeys.map((key) => [key, []]))
  for (const order of orders.toSorted(byAge)) {
    const key = columnOf(order, now)
    if (key) columns.get(key)?.push(order)
  }
  columns.get('new')?.sort(firstToAccept(now, termsOf))
  columns.get('scheduled')?.sort((a, b) => (startsAt(a) < startsAt(b) ? -1 : 1))
  columns.get('delivered')?.sort((a, b) => (a.statusSince < b.statusSince ? 1 : -1))
  for (const key of ['scheduled', 'delivered'] as const)
    if (columns.get(key)?.length === 0) columns.delete(key)
  return columns
}

/** Notes of customer and store, without duplicates. */
export const notesOf = ({ notes, storeNote, items }: Order): readonly string[] => [
  ...new Set(
    [notes, storeNote, ...items.map((item) => item.notes && `${item.name}: ${item.notes}`)].filter(
      (note) => note !== null,
    ),
  ),
]

/** Signs of an option, a suboption, and an ingredient to leave out. */
export const optionSigns = { '+': '+', '>': '›', '-': '−' } as const

/** `2× Pizza média, 1× Suco`; a count never parts from its dish. */
export const itemsLine = (order: Order): string =>
  order.items.map((item) => `${count(item.quantity)}×\u00a0${item.name}`).join(', ')

/** Up to two in full, more only counted: a folded ticket is short, and nothing on it is cut. */
export const foldedItems = (order: Order): string =>
  order.items.length <= 2 ? itemsLine(order) : plural(order.items.length, 'item', 'itens')

/** Merges fresh copies into the board's list; an older version never replaces a newer one. */
export function mergeOrders(current: readonly Order[], fresh: readonly Order[]): Order[] {
  const byId = new Map(current.map((order) => [order.id, order]))
  for (const order of fresh) {
    const old = byId.get(order.id)
    if (old && old.version > order.version) continue
    if (order.status === 'concluded' || order.status === 'cancelled') byId.delete(order.id)
    else byId.set(order.id, order)
  }
  return [...byId.values()]
}
