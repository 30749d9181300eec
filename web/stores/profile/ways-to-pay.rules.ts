import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { chatMethods } from '../../../contract/orders/money/taken-methods.ts'
import { channelName, isMarketplace, type Platform } from '../../../contract/shared/channels.ts'

export interface WayToPay {
  readonly where: string
  readonly methods: string
}

const written = (methods: readonly string[]): string => {
  const names = methods.map((method, place) =>
    place === 0 ? methodName(method) : methodName(method).toLowerCase(),
  )
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}`
}

/** As a new order offers them; its own list is in the board's files, which this page does not load. */
export const counterMethods = ['PIX', 'CASH', 'CREDIT', 'DEBIT', 'MEAL_VOUCHER']

/** Where a customer of the store pays, and with what. */
export function waysToPay(platforms: readonly Platform[], chats: boolean): readonly WayToPay[] {
  const partners = [...new Set(platforms.filter(isMarketplace))].map(channelName)
  return [
    { where: 'No balcão e na entrega', methods: written(counterMethods) },
    ...(chats ? [{ where: 'Na conversa do WhatsApp', methods: written(chatMethods) }] : []),
    ...(partners.length > 0
      ? [
          {
            where: partners.join(', '),
            methods: 'Cartões, vales e Pix do próprio canal: escolha no portal dele',
          },
        ]
      : []),
  ]
}
