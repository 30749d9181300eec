import type { OrderType } from './kinds.ts'
import type { Platform } from '../stores/stores.ts'

/** Channels and kinds of orders as screens, files, mails and paper call them. */
export const channelNames: Readonly<Record<Platform, string>> = { balcao: 'Canal próprio', ifood: 'iFood' }

export const orderTypeNames: Readonly<Record<OrderType, string>> = {
  DELIVERY: 'Entrega',
  TAKEOUT: 'Retirada',
  INDOOR: 'Salão',
}
