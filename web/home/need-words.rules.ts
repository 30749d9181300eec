import { orderName } from '../../contract/stores/order-name.ts'
import type { Need } from '../../contract/home/home.ts'
import { channelName, isMarketplace, pronounOf, withChannel } from '../../contract/shared/channels.ts'
import { printCauses } from '../../contract/printing/printing.ts'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { nameOf, stateWords } from '../whatsapp/whatsapp.ts'
import { dayDigits, money, plural, weekdayName } from '../words/format.ts'

export interface NeedPlace {
  /** Null where the reader has one store only: its name says nothing then. */
  readonly store: string | null
  readonly mark: StoreMark | undefined
  readonly timezone: string
}

export interface NeedText {
  /** What, before the name; the order's name is set off from the rest. */
  readonly name: string | null
  readonly what: string
  /** Where, who and how much. */
  readonly detail: string
  /** What its one button does. */
  readonly button: string
}

/** The store, then what else there is to say, with dots between. */
type Said = (...parts: readonly (string | null | false)[]) => string

/** A row of the list in words. */
export function needText(need: Need, { store, mark }: NeedPlace): NeedText {
  const said: Said = (...parts) =>
    [store, ...parts].filter((part): part is string => Boolean(part)).join(' · ')
  switch (need.kind) {
    case 'accept':
      return acceptText(need, mark, said)
    case 'paused':
      return pausedText(need, said)
    case 'inactive':
      return {
        name: null,
        what: 'Loja desativada no horário de vender',
        detail: said('não recebe pedidos'),
        button: 'Ativar',
      }
    case 'channel':
      return { name: null, ...channelText(need), detail: said(sentence(need.message)) }
    case 'printer':
      return printerText(need, said)
    case 'dispute':
      return disputeText(need, mark, said)
    case 'reviews':
      return reviewsText(need, said)
    case 'chats':
      return chatsText(need, said)
    case 'line':
      return lineText(need, said)
    case 'unsure':
      return {
        name: null,
        what: `${plural(need.count, 'mensagem', 'mensagens')} em dúvida no WhatsApp`,
        detail: said(
          need.count === 1 ? `a ${nameOf(need.to)}` : `a mais antiga a ${nameOf(need.to)}`,
          'só você sabe se saiu',
        ),
        button: 'Responder',
      }
    default:
      return lessUrgentText(need, said)
  }
}

type LessUrgent = Extract<Need, { kind: 'access' | 'prices' | 'long-pause' | 'holiday' | 'failed-rows' }>

function lessUrgentText(need: LessUrgent, said: Said): NeedText {
  switch (need.kind) {
    case 'access':
      return accessText(need, said)
    case 'prices':
      return pricesNeedText(need, said)
    case 'long-pause':
      return {
        name: null,
        what: `${need.item.name} parado há mais de um dia`,
        detail: need.storeIds.length === 1 ? said() : `em ${plural(need.storeIds.length, 'loja', 'lojas')}`,
        button: 'Voltar a vender',
      }
    case 'holiday':
      return holidayText(need, said)
    case 'failed-rows':
      return {
        name: null,
        what: plural(need.count, 'aviso não entregue', 'avisos não entregues'),
        detail: said('um canal ou aparelho não respondeu'),
        button: 'Repetir',
      }
  }
}

const pausedText = ({ deadline, by }: Extract<Need, { kind: 'paused' }>, said: Said): NeedText => ({
  name: null,
  what: deadline === null ? 'Loja pausada, sem hora para voltar' : 'Loja parada, volta sozinha',
  detail: said(by !== null && `pausada por ${by}`),
  button: 'Reabrir',
})

function acceptText(
  { order, amountCents }: Extract<Need, { kind: 'accept' }>,
  mark: StoreMark | undefined,
  said: Said,
): NeedText {
  const { displayId, platform, type, customer, dies } = order
  const channel = isMarketplace(platform) ? `${withChannel('de', platform)} ` : ''
  return {
    name: orderName(mark?.code, displayId),
    what: `${channel}espera o aceite`,
    detail: said(
      customer,
      ways[type],
      amountCents !== null && money(amountCents),
      dies && `sem aceite, ${withChannel('o', platform)} cancela`,
    ),
    button: 'Aceitar',
  }
}

function disputeText(
  { dispute, amountCents }: Extract<Need, { kind: 'dispute' }>,
  mark: StoreMark | undefined,
  said: Said,
): NeedText {
  const { platform, displayId, customer, message } = dispute
  const asked = amountCents ? ` de ${money(amountCents)}` : ''
  return {
    name: null,
    what: `Negociação${asked} ${withChannel('em', platform)}`,
    detail: said(
      `${orderName(mark?.code, displayId)}${customer ? `, ${customer}` : ''}`,
      message !== null && message !== '' && `“${message}”`,
    ),
    button: 'Responder',
  }
}

const reviewsText = ({ count, lowestScore }: Extract<Need, { kind: 'reviews' }>, said: Said): NeedText => ({
  name: null,
  what: plural(count, 'avaliação espera resposta', 'avaliações esperam resposta'),
  detail: said(count === 1 ? `nota ${lowestScore}` : `a mais baixa, nota ${lowestScore}`),
  button: 'Responder',
})

function accessText({ platform, deadline }: Extract<Need, { kind: 'access' }>, said: Said): NeedText {
  const ended = deadline === null
  return {
    name: null,
    what: ended
      ? `${sentence(withChannel('o', platform))} não deixa mais o Balcão entrar`
      : `A autorização ${withChannel('de', platform)} está no fim`,
    detail: said(ended ? 'pedidos novos não chegam' : 'depois disso os pedidos não chegam'),
    button: 'Autorizar',
  }
}

function pricesNeedText({ platform, count, item }: Extract<Need, { kind: 'prices' }>, said: Said): NeedText {
  const { name, thereCents, otherCents, why } = item
  return {
    name: null,
    what: `${plural(count, 'preço', 'preços')} fora do lugar ${withChannel('em', platform)}`,
    detail: said(
      `${name} a ${money(thereCents)} lá e ${money(otherCents)} ${why === 'below-own' ? 'no seu cardápio' : 'em outro canal'}`,
      why === 'above-others' && 'o contrato pede preço igual',
    ),
    button: 'Ver os preços',
  }
}

function holidayText({ holiday, storeIds }: Extract<Need, { kind: 'holiday' }>, said: Said): NeedText {
  const undecided = 'ainda não decidiu se abre'
  return {
    name: null,
    what: `${holiday.name}, ${weekdayName(holiday.day)}, ${dayDigits(holiday.day)}`,
    detail: storeIds.length === 1 ? said(undecided) : `${storeIds.length} lojas ainda não decidiram se abrem`,
    button: 'Decidir',
  }
}

const ways = { DELIVERY: null, TAKEOUT: 'retirada', INDOOR: 'mesa' } as const

function channelText({ platform, state, ourPause }: Extract<Need, { kind: 'channel' }>) {
  const channel = channelName(platform)
  const closed = pronounOf(platform) === 'ela' ? 'fechada' : 'fechado'
  if (state === 'closed')
    return { what: `${channel} ${closed}`, button: ourPause ? 'Reabrir' : 'Ver a causa' }
  if (state === 'silent') return { what: `${channel} sem resposta`, button: 'Ver a causa' }
  return { what: `${channel} está vendendo e não devia`, button: 'Fechar lá' }
}

function chatsText({ count, chat }: Extract<Need, { kind: 'chats' }>, said: Said): NeedText {
  const name = nameOf(chat)
  return {
    name: null,
    what:
      count === 1
        ? `${name} espera uma pessoa no WhatsApp`
        : `${count} clientes esperam uma pessoa no WhatsApp`,
    detail: said(
      count > 1 && `${name} há mais tempo`,
      chat.ordering && (count > 1 ? 'com um pedido começado' : 'tem um pedido começado'),
    ),
    button: 'Atender',
  }
}

/** While the line is down somebody has to call: each order has the number. */
function lineText({ line }: Extract<Need, { kind: 'line' }>, said: Said): NeedText {
  const { trouble, stuck } = line
  const waiting = plural(stuck, 'mensagem parada', 'mensagens paradas')
  if (trouble === 'slow')
    return {
      name: null,
      what: `${waiting} no WhatsApp`,
      detail: said(stateWords(line).title.toLowerCase(), 'se for urgente, ligue para o cliente'),
      button: 'Ver',
    }
  return {
    name: null,
    what: 'WhatsApp fora do ar',
    detail: said(
      stateWords(line).title.toLowerCase(),
      stuck > 0 && waiting,
      'ligue para o cliente: o número está no pedido',
    ),
    button: 'Conectar',
  }
}

function printerText({ printer }: Extract<Need, { kind: 'printer' }>, said: Said): NeedText {
  const { name, out, cause, unprinted, others } = printer
  const [other] = others
  const waiting = plural(unprinted.length, 'via não saiu', 'vias não saíram')
  return {
    name: null,
    what: out ? `Impressora ${name} parada` : `${waiting} na impressora ${name}`,
    detail: said(
      out && cause !== null
        ? (printCauses[cause].split('. ')[0] ?? '').replace(/\.$/, '').toLowerCase()
        : null,
      out && unprinted.length > 0 ? waiting : null,
    ),
    button:
      unprinted.length === 0
        ? 'Testar'
        : !out
          ? 'Imprimir de novo'
          : other
            ? `Imprimir em ${other.name}`
            : 'Tentar de novo',
  }
}

/** With a capital letter: `O canal informa: fechada.` */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
