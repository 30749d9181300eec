import type { Need } from '../../../contract/home/home.ts'
import { channelName, withChannel } from '../../../contract/shared/channels.ts'
import { orderName } from '../../../contract/stores/order-name.ts'
import { plural } from '../../words/format.ts'

/**
 * What waits, for a screen that visitors see: no customer's name or phone, no member of the team, no word that somebody typed. An order
 * is its number, with its store's code (`BC-31`).
 */
export function wallNeedText(need: Need, code: string | undefined): string {
  switch (need.kind) {
    case 'accept':
      return `${orderName(code, need.order.displayId)} espera aceite`
    case 'paused':
      return 'Loja em pausa'
    case 'inactive':
      return 'Loja desativada no horário de vender'
    case 'channel':
      return `${channelName(need.platform)} ${channelStates[need.state]}`
    case 'printer':
      return need.printer.out
        ? 'Impressora sem resposta'
        : plural(need.printer.unprinted.length, 'pedido sem papel', 'pedidos sem papel')
    case 'dispute':
      return `Negociação do ${orderName(code, need.dispute.displayId)}`
    case 'reviews':
      return plural(need.count, 'avaliação espera resposta', 'avaliações esperam resposta')
    case 'chats':
      return plural(need.count, 'conversa espera', 'conversas esperam')
    case 'line':
      return 'WhatsApp parado'
    case 'unsure':
      return `${plural(need.count, 'mensagem', 'mensagens')} em dúvida no WhatsApp`
    default:
      return lessUrgentText(need)
  }
}

type LessUrgent = Extract<Need, { kind: 'access' | 'prices' | 'long-pause' | 'holiday' | 'failed-rows' }>

function lessUrgentText(need: LessUrgent): string {
  switch (need.kind) {
    case 'access':
      return `Sem acesso ${withChannel('a', need.platform)}`
    case 'prices':
      return `${plural(need.count, 'preço', 'preços')} fora do lugar ${withChannel('em', need.platform)}`
    case 'long-pause':
      return `${need.item.name} parado há mais de um dia`
    case 'holiday':
      return `${need.holiday.name} sem decisão`
    case 'failed-rows':
      return plural(need.count, 'aviso não entregue', 'avisos não entregues')
  }
}

const channelStates = {
  closed: 'fechado no horário de vender',
  silent: 'sem resposta',
  selling: 'vendendo com a loja fechada',
} as const
