import type { OrderType } from './kinds.ts'
import type { Platform } from '../stores/stores.ts'

/** Labels of channels and order types for screens, files, mails and tickets. */
export const channelNames: Readonly<Record<Platform, string>> = { balcao: 'Canal próprio', ifood: 'iFood' }

export const orderTypeNames: Readonly<Record<OrderType, string>> = {
  DELIVERY: 'Entrega',
  TAKEOUT: 'Retirada',
  INDOOR: 'Salão',
}
