import { noticeTerms } from '../../contract/notifications/choices.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import type { PresenceCause } from '../../contract/presence/presence-now.ts'
import type { PushEvent, PushMessage } from '../../contract/notifications/push.ts'

/** The event, as stored in the outbox. */
export interface PushDetails {
  readonly event: PushEvent
  /** The order; the break that ends; the trouble; the alert. */
  readonly orderId: string
  /** The order's number; the channel that is closed; the printer's name; the alert in words. */
  readonly displayId: string
  readonly store: string
  /** Minutes without acceptance, minutes left to accept or to answer a dispute, or minutes that a trouble lasts. */
  readonly minutes: number | null
  /** With channel-closed: nobody would see an order, and whether the channel closes in a minute. */
  readonly unseen?: { readonly cause: PresenceCause; readonly closes: boolean } | undefined
}

/** Without the store's name, which is read when the notification is sent. */
export type PushNews = Omit<PushDetails, 'store'>

/** Minimum role that is notified. */
export const minimumRoleFor = (event: PushEvent, minutes: number | null): RoleName =>
  event === 'escalation' && (minutes ?? 0) >= 5 ? 'owner' : noticeTerms[event].role

/**
 * Contains no name, phone or address, because the text passes through the push service and is shown on
 * the lock screen.
 */
export function pushMessageOf(about: PushDetails, storeId: string): PushMessage {
  const ofStore = storeNotice(about, storeId)
  if (ofStore) return ofStore
  const order = `Pedido #${about.displayId}`
  return {
    ...textOf({ ...about, event: about.event as Exclude<PushEvent, StoreEvent> }, order),
    path: `/menu/orders?pedido=${about.orderId}&loja=${storeId}`,
    tag: `${unaccepted.includes(about.event) ? 'not-accepted' : about.event}:${about.orderId}`,
  }
}

type StoreEvent = 'break-ends' | 'channel-closed' | 'printer-silent' | 'unusual-shift'

/** Null: it is about an order. */
function storeNotice(about: PushDetails, storeId: string): PushMessage | null {
  const { event, store, displayId, minutes, unseen } = about
  const tag = `${event}:${storeId}`
  const since = `há ${minutes ?? 0}\u00a0min`
  switch (event) {
    case 'break-ends':
      return {
        title: 'A pausa está no fim',
        body: `${store}: volta a vender sozinha em ${minutes ?? 0}\u00a0min.`,
        path: `/settings?tab=horarios&store=${storeId}`,
        tag,
      }
    case 'channel-closed':
      if (unseen)
        return {
          title: unseen.closes
            ? `${channelName(displayId)} fecha em 1\u00a0min`
            : 'Ninguém veria um pedido agora',
          body: `${store}: ${unseenWords[unseen.cause]} Abra Pedidos com o som ligado.`,
          path: '/menu/orders',
          tag: `${tag}:${displayId}`,
        }
      return {
        title: `${channelName(displayId)} fechado`,
        body: `${store}: deveria vender e está fechada ${withChannel('em', displayId)} ${since}.`,
        path: `/settings?tab=horarios&store=${storeId}`,
        tag: `${tag}:${displayId}`,
      }
    case 'printer-silent':
      return {
        title: 'Impressora sem resposta',
        body: `${store}: ${displayId} não responde ${since}.`,
        path: `/settings?tab=printing&store=${storeId}`,
        tag: `${tag}:${displayId}`,
      }
    case 'unusual-shift':
      return {
        title: 'Fora do normal',
        body: `${store}: ${displayId}.`,
        path: '/menu',
        tag,
      }
    default:
      return null
  }
}

const unseenWords: Readonly<Record<PresenceCause, string>> = {
  screen: 'nenhuma tela de Pedidos está aberta.',
  sound: 'a tela de Pedidos está sem som.',
  'screen-and-printer': 'nenhuma tela de Pedidos está aberta, e nenhuma impressora responde.',
  'sound-and-printer': 'a tela de Pedidos está sem som, e nenhuma impressora responde.',
}

function textOf(
  { event, store, minutes }: PushDetails & { readonly event: Exclude<PushEvent, StoreEvent> },
  order: string,
): { title: string; body: string } {
  const since = minutes === null ? '' : ` há ${minutes}\u00a0min`
  switch (event) {
    case 'expiring':
      return {
        title: `${order} vai expirar`,
        body: `${store}: aceite em ${minutes ?? 0}\u00a0min, ou ele é cancelado.`,
      }
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
            ? `${store}: o cliente espera resposta.`
            : `${store}: responda em ${minutes}\u00a0min.`,
      }
  }
}

/** A topic is limited to 32 base64url characters: the order's id without dashes. */
export const topicOf = (orderId: string): string => orderId.replaceAll('-', '').slice(0, 32)

/** Over once somebody accepts; each replaces the one before. */
const unaccepted: readonly PushEvent[] = ['not-accepted', 'escalation', 'expiring']

/** True if a delayed notification is no longer worth sending. */
export const isStale = (event: PushEvent, status: string | null): boolean =>
  // Null: the order is gone, or the break or the trouble is over.
  status === null || (unaccepted.includes(event) && status !== 'placed')
