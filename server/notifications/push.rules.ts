import { everyMarketplace } from '../../contract/shared/channels.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import type { PushEvent, PushMessage } from '../../contract/notifications/push.ts'

/** The event, as stored in the outbox. */
export interface PushDetails {
  readonly event: PushEvent
  /** The order; the break that ends. */
  readonly orderId: string
  readonly displayId: string
  readonly store: string
  /** Minutes without acceptance, or minutes left to answer a dispute. */
  readonly minutes: number | null
}

/** Without the store's name, which is read when the notification is sent. */
export type PushNews = Omit<PushDetails, 'store'>

/** Minimum role that is notified. */
export const leastRoleFor = (event: PushEvent, minutes: number | null): RoleName =>
  event === 'escalation' ? ((minutes ?? 0) >= 5 ? 'owner' : 'manager') : 'basic'

/**
 * Contains no name, phone or address, because the text passes through the push service and is shown on
 * the lock screen.
 */
export function pushMessageOf(about: PushDetails, storeId: string): PushMessage {
  if (about.event === 'break-ends')
    return {
      title: 'A pausa está no fim',
      body: `${about.store}: volta a vender sozinha em ${about.minutes ?? 0}\u00a0min.`,
      path: `/settings?tab=horarios&store=${storeId}`,
      tag: `break-ends:${storeId}`,
    }
  const order = `Pedido #${about.displayId}`
  return {
    ...textOf({ ...about, event: about.event }, order),
    path: `/menu/orders?pedido=${about.orderId}&loja=${storeId}`,
    tag: `${about.event === 'escalation' ? 'not-accepted' : about.event}:${about.orderId}`,
  }
}

function textOf(
  { event, store, minutes }: PushDetails & { readonly event: Exclude<PushEvent, 'break-ends'> },
  order: string,
): { title: string; body: string } {
  const since = minutes === null ? '' : ` há ${minutes}\u00a0min`
  switch (event) {
    case 'not-accepted':
      return { title: `${order} espera aceite`, body: `${store}: sem aceite${since}.` }
    case 'escalation':
      return {
        title: `${order} ainda sem aceite`,
        body: `${store}: ninguém respondeu${since}. O cliente espera.`,
      }
    case 'cancelled':
      return { title: `${order} cancelado`, body: `${store}: confira antes de preparar ou enviar.` }
    case 'dispute':
      return {
        title: `${order} em negociação`,
        body:
          minutes === null
            ? `${store}: ${everyMarketplace('o')} espera resposta.`
            : `${store}: responda em ${minutes}\u00a0min.`,
      }
  }
}

/** A topic is limited to 32 base64url characters: the order's id without dashes. */
export const topicOf = (orderId: string): string => orderId.replaceAll('-', '').slice(0, 32)

/** True if a delayed notification is no longer worth sending. */
export const isStale = (event: PushEvent, status: string | null): boolean =>
  // Null: the order is gone, or the break is over.
  status === null || ((event === 'not-accepted' || event === 'escalation') && status !== 'placed')
