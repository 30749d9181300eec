import { noticeChannels, type NoticeChannel, type NoticeEvent } from '../../contract/notifications/choices.ts'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import type { IconName } from '../ui/icon.tsx'

export const channelWords: Readonly<
  Record<
    NoticeChannel,
    { readonly name: string; readonly inText: string; readonly where: string; readonly icon: IconName }
  >
> = {
  screen: {
    name: 'Tela',
    inText: 'faixa na tela',
    where: 'Uma faixa, em qualquer tela do painel',
    icon: 'tv',
  },
  sound: { name: 'Som', inText: 'som', where: 'Na tela de pedidos', icon: 'bell' },
  push: {
    name: 'Aparelho',
    inText: 'notificação no aparelho',
    where: 'Também com o painel fechado',
    icon: 'device',
  },
  mail: { name: 'E-mail', inText: 'e-mail', where: 'No endereço da sua conta', icon: 'mail' },
  whatsapp: { name: 'WhatsApp', inText: 'WhatsApp', where: 'No seu celular confirmado', icon: 'phone' },
}

/** `Avisa você por som, notificação no aparelho e e-mail.` */
export function waysText(chosen: readonly NoticeChannel[]): string {
  const ways = noticeChannels
    .filter((channel) => chosen.includes(channel))
    .map((channel) => channelWords[channel].inText)
  if (ways.length === 0) return 'Não avisa você.'
  return `Avisa você por ${new Intl.ListFormat('pt-BR').format(ways)}.`
}

export const eventWords: Readonly<Record<NoticeEvent, { readonly name: string; readonly hint: string }>> = {
  'not-accepted': {
    name: 'Pedido novo sem aceite',
    hint: 'O som toca ao chegar; o resto, depois de 1\u00a0min.',
  },
  escalation: {
    name: 'Sem aceite há 3\u00a0minutos',
    hint: 'Outra vez aos 5\u00a0min, só para donos.',
  },
  expiring: {
    name: 'Último minuto para aceitar',
    hint: `Um minuto antes de ser cancelado ${everyMarketplace('por')}.`,
  },
  'channel-closed': {
    name: 'Canal fechado',
    hint: 'A loja deveria vender e está fechada lá há 3\u00a0min, ou vai fechar porque ninguém veria um pedido.',
  },
  'printer-silent': {
    name: 'Impressora sem resposta',
    hint: 'Há 3\u00a0min, com a loja aberta.',
  },
  cancelled: { name: 'Cancelamento', hint: `Pelo cliente ou ${everyMarketplace('por')}.` },
  dispute: { name: `Negociação ${everyMarketplace('em')}`, hint: 'Com o prazo para responder.' },
  'unusual-shift': {
    name: 'Turno fora do normal',
    hint: 'Pedidos ou cancelamentos longe do que a loja costuma ter nesse dia e hora. Esperam as horas de silêncio.',
  },
  'break-ends': { name: 'Pausa no fim', hint: 'Cinco minutos antes de a loja voltar a vender.' },
  late: { name: 'Pedido atrasado', hint: 'Toca uma vez na tela de pedidos.' },
  'preparation-due': { name: 'Hora de preparar', hint: 'Quando um agendado precisa começar.' },
}

/** On the screen, as a sentence about a store. */
export const screenWords: Readonly<Record<string, (store: string) => string>> = {
  'not-accepted': (store) => `${store}: um pedido espera aceite.`,
  escalation: (store) => `${store}: um pedido ainda espera aceite.`,
  expiring: (store) => `${store}: um pedido vai expirar. Aceite agora.`,
  'channel-closed': (store) => `${store}: um canal está fechado, ou vai fechar, e deveria vender.`,
  'printer-silent': (store) => `${store}: a impressora não responde.`,
  cancelled: (store) => `${store}: um pedido foi cancelado.`,
  dispute: (store) => `${store}: uma negociação espera resposta.`,
  'unusual-shift': (store) => `${store}: o turno está fora do normal.`,
  'break-ends': (store) => `${store}: a pausa está no fim.`,
}
