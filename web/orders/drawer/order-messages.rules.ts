import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { clockTime } from '../../words/format.ts'

/** A suggested text that the user may edit before sending. */
export interface ReadyText {
  readonly label: string
  readonly text: string
}

/** Typical messages for the order's current state, the most likely first. */
export function readyTexts(
  order: Order,
  store: { readonly timezone: string; readonly name: string | null },
): readonly ReadyText[] {
  const hello = `Olá, ${order.customer.name.split(' ')[0] ?? order.customer.name}!`
  const number = `pedido #${order.displayId}${store.name ? ` na ${store.name}` : ''}`
  const late = {
    label: 'Vai atrasar',
    text: `${hello} Seu ${number} vai atrasar alguns minutos. Pedimos desculpas e avisamos assim que ${
      order.type === 'DELIVERY' ? 'sair para entrega' : 'ficar pronto'
    }.`,
  }
  const address = order.delivery?.address
  const addressCheck = address
    ? [
        {
          label: 'Conferir o endereço',
          text: `${hello} Sobre o seu ${number}: pode confirmar o endereço? ${streetLine(address)}${
            address.complement ? `, ${address.complement}` : ''
          }, ${address.district}.`,
        },
      ]
    : []
  const ended = {
    label: 'Agradecer',
    text: `${hello} Obrigado pelo seu ${number}. Deu tudo certo?`,
  }
  switch (order.status) {
    case 'placed':
      return [
        { label: 'Recebido', text: `${hello} Recebemos seu ${number} e já vamos confirmar.` },
        ...addressCheck,
        late,
      ]
    case 'confirmed':
    case 'preparing':
      return [
        {
          label: 'Em preparo',
          text: `${hello} Seu ${number} foi aceito e está em preparo.${
            order.promisedAt ? ` Previsão: ${clockTime(order.promisedAt, store.timezone)}.` : ''
          }`,
        },
        late,
        ...addressCheck,
      ]
    case 'ready':
      return [
        {
          label: 'Pronto',
          text:
            order.type === 'DELIVERY'
              ? `${hello} Seu ${number} está pronto e já vai sair para entrega.`
              : `${hello} Seu ${number} está pronto. Pode vir buscar!`,
        },
        late,
        ...addressCheck,
      ]
    case 'dispatched':
      return [
        {
          label: 'Saiu para entrega',
          text: `${hello} Seu ${number} saiu para entrega${
            order.motoboy ? ` com ${order.motoboy.name}` : ''
          }.`,
        },
        late,
        ...addressCheck,
      ]
    case 'delivered':
    case 'concluded':
      return [ended]
    case 'cancelled':
      return [
        {
          label: 'Cancelado',
          text: `${hello} Infelizmente seu ${number} foi cancelado. Podemos ajudar com um novo pedido?`,
        },
      ]
  }
}

/**
 * Opens the conversation with this text filled in, in the app or in the browser (wa.me's published format).
 */
export const whatsappLink = (phone: string, text: string): string =>
  `https://wa.me/${phone.slice(1)}?text=${encodeURIComponent(text)}`
