import { everyMarketplace } from '../../contract/shared/channels.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import type { PushEvent, PushMessage } from '../../contract/notifications/push.ts'

/** What happened, as the outbox keeps it. */
export interface PushAbout {
  readonly event: PushEvent
  readonly orderId: string
  readonly displayId: string
  readonly store: string
  /** Minutes without acceptance; minutes to answer a dispute. */
  readonly minutes: number | null
}

/** The same without the store's name: looked up when it is sent. */
export type PushNews = Omit<PushAbout, 'store'>

/** From this role on they are told. */
export const leastRoleFor = (event: PushEvent, minutes: number | null): RoleName =>
  event === 'escalation' ? ((minutes ?? 0) >= 5 ? 'owner' : 'manager') : 'basic'

/** No name, phone or address: the text crosses the browser maker's service and stands on a locked screen. */
export function pushMessageOf(about: PushAbout, storeId: string): PushMessage {
  const order = `Pedido #${about.displayId}`
  return {
    ...wordsOf(about, order),
    path: `/menu/orders?pedido=${about.orderId}&loja=${storeId}`,
    tag: `${about.event === 'escalation' ? 'not-accepted' : about.event}:${about.orderId}`,
  }
}

function wordsOf({ event, store, minutes }: PushAbout, order: string): { title: string; body: string } {
  const since = minutes === null ? '' : ` há ${minutes} min`
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
            : `${store}: responda em ${minutes} min.`,
      }
  }
}

/** A topic holds at most 32 characters of base64url: an order's id without its dashes. */
export const topicOf = (orderId: string): string => orderId.replaceAll('-', '').slice(0, 32)

/** Why a kept message is not worth sending any more. */
export const isStale = (event: PushEvent, status: string): boolean =>
  (event === 'not-accepted' || event === 'escalation') && status !== 'placed'
