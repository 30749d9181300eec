import type { Logger } from 'pino'
import { rejectReasons } from '../../../contract/orders/disputes.ts'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { MarketplaceDisputes, MarketplaceOrders, MarketplaceRequest } from '../marketplace.ts'
import { isRecord } from '../sanitise/is-record.ts'
import type { Caller } from './caller.ts'
import { plainTexts } from './encrypted.ts'
import { isAboutRefund, orderOfDispute } from './event.ts'
import { failureAt, rejectFailure, type Answer } from './http.ts'
import { openDeliveryOrder } from './order.ts'
import type { OpenDeliveryProfile } from './profile.ts'

interface Parts {
  readonly call: Caller
  readonly log: Logger
  readonly now: () => Date
}

/** Orders and their actions (docs/marketplaces/open-delivery.md section 5); outcomes arrive as events. */
export function openDeliveryOrders(
  profile: OpenDeliveryProfile,
  { call, log, now }: Parts,
): MarketplaceOrders {
  const read = async (externalId: string): Promise<unknown> => {
    const answer = await call('GET', orderPath(externalId))
    rejectFailure(answer, 'order')
    return answer.body
  }
  return {
    read: async (externalId) => {
      const document = await read(externalId)
      return openDeliveryOrder(
        profile,
        document,
        now(),
        await plainTexts(profile, { call, log, now }, document),
      )
    },
    request: async (externalId, asked) => {
      const document = await read(externalId)
      if (asked.action === 'conclude')
        throw failureAt(profile.platform)('refused', 'the end of an order is the application’s own')
      const step = stepOf({ ...asked, action: asked.action }, document, now())
      if (step === null) return 'unasked'
      const answer = await call('POST', `${orderPath(externalId)}/${step.path}`, step.sent)
      const isRepeat = answer.status === 422 && isTaken(answer, asked.action, await read(externalId))
      if (!isRepeat) rejectFailure(answer, asked.action)
      await sendTracking({ call, log, now }, { externalId, action: asked.action, document })
      return 'taken'
    },
    cancellationReasons: () => Promise.resolve(reasons),
    ...(profile.validatesCodes && { checkCode: codeCheck(call) }),
  }
}

/** 400 is the answer that the code is wrong, with the cause in its title. */
const codeCheck =
  (call: Caller): NonNullable<MarketplaceOrders['checkCode']> =>
  async (externalId, code) => {
    const query = `deliveryCode=${encodeURIComponent(code)}`
    const answer = await call('POST', `${orderPath(externalId)}/validateCode?${query}`)
    if (answer.status !== 400) rejectFailure(answer, 'delivery code')
    const { title } = isRecord(answer.body) ? answer.body : {}
    return { right: answer.status !== 400, said: typeof title === 'string' ? title : null }
  }

/** The actions that are steps of a delivery of the store's own. */
const trackingEvents: Readonly<Partial<Record<OrderAction, string>>> = {
  dispatch: 'DELIVERY_ONGOING',
  deliver: 'ORDER_DELIVERED',
}

/**
 * Where the order leaves with the store's courier and the application follows it. What it refuses for good changes nothing
 * of the order, which it took; while it cannot be reached the whole action is tried again.
 */
async function sendTracking(
  { call, log, now }: Parts,
  {
    externalId,
    action,
    document,
  }: { readonly externalId: string; readonly action: OrderAction; readonly document: unknown },
): Promise<void> {
  const type = trackingEvents[action]
  const order = isRecord(document) ? document : {}
  const delivery = isRecord(order.delivery) ? order.delivery : {}
  const isOurs = order.type === 'DELIVERY' && delivery.deliveredBy !== 'MARKETPLACE'
  if (type === undefined || order.sendTracking !== true || !isOurs) return
  const deliveryTrackingInfo = { event: { type, datetime: now().toISOString() } }
  const answer = await call('POST', `${orderPath(externalId)}/tracking`, { json: { deliveryTrackingInfo } })
  const isFinal = answer.status >= 400 && answer.status < 500 && answer.status !== 429
  if (isFinal) log.warn({ externalId, type, status: answer.status }, 'the application takes no tracking')
  else rejectFailure(answer, 'tracking')
}

/** Answers to what a customer asks for: a cancellation, or money back where the application negotiates it. */
export function openDeliveryDisputes({ platform }: OpenDeliveryProfile, call: Caller): MarketplaceDisputes {
  return {
    answer: async (disputeId, answer) => {
      const path = orderPath(orderOfDispute(disputeId))
      const refund = isAboutRefund(disputeId)
      if (answer.answer === 'accept')
        return taken(await call('POST', `${path}/${refund ? 'acceptRefund' : 'acceptCancellation'}`))
      if (answer.answer === 'alternative')
        throw failureAt(platform)('refused', 'the application has no other offer')
      const reason = lookup(rejectReasons, answer.reason) ?? answer.reason
      if (refund)
        return taken(await call('POST', `${path}/rejectRefund`, { json: { reason, code: 'OTHER' } }))
      const order = await call('GET', path)
      rejectFailure(order, 'order')
      const code = hasLeft(lastEventOf(order.body)) ? 'OUT_FOR_DELIVERY' : 'DISH_ALREADY_DONE'
      return taken(await call('POST', `${path}/denyCancellation`, { json: { reason, code } }))
    },
  }
}

const taken = (answer: Answer): void => rejectFailure(answer, 'answer to a customer')

const orderPath = (externalId: string): string => `/v1/orders/${encodeURIComponent(externalId)}`

interface Step {
  readonly path: string
  readonly sent?: { readonly json: object }
}

/** Null: the application wants no such call for this order, so no event will follow. */
function stepOf(
  { action, code, reason }: MarketplaceRequest & { readonly action: Exclude<OrderAction, 'conclude'> },
  document: unknown,
  now: Date,
): Step | null {
  const order = isRecord(document) ? document : {}
  switch (action) {
    case 'confirm': {
      const createdAt = typeof order.createdAt === 'string' ? order.createdAt : now.toISOString()
      return { path: 'confirm', sent: { json: { createdAt, orderExternalCode: String(order.id) } } }
    }
    case 'startPreparation':
      return order.sendPreparing === true ? { path: 'preparing' } : null
    case 'ready':
      return { path: 'readyForPickup' }
    case 'dispatch':
      return { path: 'dispatch', sent: { json: {} } }
    case 'deliver':
      return { path: order.type === 'TAKEOUT' ? 'pickedUp' : 'delivered' }
    case 'cancel':
      return {
        path: 'requestCancellation',
        sent: { json: { reason: reason ?? '', code: code ?? otherReason, mode: 'MANUAL' } },
      }
  }
}

/** A repeated call gets 422: it counts as taken if the order is where the call would have brought it. */
function isTaken({ body }: Answer, action: OrderAction, document: unknown): boolean {
  const last = lastEventOf(document)
  if (action === 'cancel')
    return last === 'CANCELLED' || (isRecord(body) && body.cancellationStatus === 'CANCELLED')
  return last !== null && (reached[action] ?? []).includes(last)
}

const ended = ['DELIVERED', 'PICKED_UP', 'CONCLUDED']
const left = ['DISPATCHED', ...ended]
const done = ['READY_FOR_PICKUP', 'PICKUP_AREA_ASSIGNED', ...left]
const begun = ['PREPARING', ...done]
/** The last events that prove an action. */
const reached: Readonly<Partial<Record<OrderAction, readonly string[]>>> = {
  confirm: ['CONFIRMED', 'PREPARATION_REQUESTED', ...begun],
  startPreparation: begun,
  ready: done,
  dispatch: left,
  deliver: ended,
}

const hasLeft = (lastEvent: string | null): boolean => lastEvent !== null && left.includes(lastEvent)

/** The last event that the application told of an order. */
const lastEventOf = (document: unknown): string | null =>
  isRecord(document) && typeof document.lastEvent === 'string' ? document.lastEvent : null

const otherReason = 'INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT'
/** The reasons of the standard that a store may give. */
const reasons = [
  { code: 'UNAVAILABLE_ITEM', description: 'Item em falta' },
  { code: 'RESTAURANT_WITHOUT_DELIVERY_PERSON', description: 'Sem entregador disponível' },
  { code: otherReason, description: 'Dificuldade interna na loja' },
  { code: 'OUTSIDE_DELIVERY_HOURS', description: 'Fora do horário de entrega' },
  { code: 'ORDER_OUTSIDE_THE_DELIVERY_AREA', description: 'Endereço fora da área de entrega' },
  { code: 'RISK_AREA', description: 'Área de risco' },
  { code: 'DELIVERY_PROBLEM', description: 'Problema na entrega' },
  { code: 'OUTDATED_MENU', description: 'Cardápio desatualizado no aplicativo' },
  { code: 'DUPLICATE_APPLICATION', description: 'Pedido repetido' },
  { code: 'BLOCKED_CUSTOMER', description: 'Cliente bloqueado pela loja' },
  { code: 'SYSTEMIC_ISSUES', description: 'Problema nos sistemas' },
]
