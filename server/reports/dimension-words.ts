import type { OrderType } from '../../contract/order-kinds.ts'
import type { Platform } from '../../contract/stores.ts'

/** pt-BR words of channels, types and payments in files and mails. */
export const channelWords: Record<Platform, string> = { balcao: 'Canal próprio', ifood: 'iFood' }

export const typeWords: Record<OrderType, string> = {
  DELIVERY: 'Entrega',
  TAKEOUT: 'Retirada',
  INDOOR: 'Salão',
}

const methodWords: Readonly<Record<string, string>> = {
  CREDIT: 'Crédito',
  DEBIT: 'Débito',
  PIX: 'Pix',
  CASH: 'Dinheiro',
  MEAL_VOUCHER: 'Vale-refeição',
  FOOD_VOUCHER: 'Vale-alimentação',
  DIGITAL_WALLET: 'Carteira digital',
}

export const paymentWords = (method: string, prepaid: boolean): string =>
  `${methodWords[method] ?? method}${prepaid ? ', pago no app' : ''}`
