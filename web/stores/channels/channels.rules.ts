import {
  channelName,
  isSwitchedHere,
  pronounOf,
  withChannel,
  type Platform,
} from '../../../contract/shared/channels.ts'
import type { ChannelCause, ChannelNow, Remedy, StoreChannels } from '../../../contract/stores/channels.ts'

/** `Aberto`, `Fechado`, `Sem notícia`; by the channel's article. One that never says it is only connected. */
export function stateText({ platform, state, sellsWrongly, causes }: ChannelNow): string {
  if (causes.some(({ code }) => code === 'disconnected')) return 'Não conectado'
  if (state === 'unknown') return isSwitchedHere(platform) ? 'Sem notícia' : 'Conectado'
  if (sellsWrongly) return 'Vendendo'
  const ending = pronounOf(platform) === 'ela' ? 'a' : 'o'
  return `${state === 'open' ? 'Abert' : 'Fechad'}${ending}`
}

/** `bad` only where a person has to act; a store that is closed on purpose is grey. */
export function stateTone(channel: ChannelNow): 'ok' | 'bad' | 'plain' {
  if (channel.sellsWrongly || isMissing(channel)) return 'bad'
  return channel.state === 'open' ? 'ok' : 'plain'
}

/** It should sell, and does not; of one that is opened and closed in its own app nobody knows. */
const isMissing = ({ platform, state, wanted }: ChannelNow): boolean =>
  wanted && state !== 'open' && (state === 'closed' || isSwitchedHere(platform))

/** A channel that needs a hand: it sells wrongly, or does not sell though it should, or has other hours. */
export const needsHand = (channel: ChannelNow): boolean =>
  channel.sellsWrongly ||
  isMissing(channel) ||
  channel.causes.some(({ code }) => code === 'hours-differ' || code === 'refused')

/** A channel with a line of its own among the hours: it needs a hand, or something about it can be changed at once. */
export const hasRemedy = (channel: ChannelNow): boolean =>
  needsHand(channel) || ofChannel(channel.causes).some(({ remedy }) => remedy !== null)

/** Channels by what they say: `Aberto: A, B · Conectado: C`; null: no channel. */
export function channelsInShort(channels: StoreChannels['channels']): string | null {
  const byState = new Map<string, string[]>()
  for (const channel of channels) {
    const state = stateText(channel)
    byState.set(state, [...(byState.get(state) ?? []), channelName(channel.platform)])
  }
  return byState.size === 0
    ? null
    : [...byState].map(([state, names]) => `${state}: ${names.join(', ')}`).join(' · ')
}

/** What the button of a cause says. */
export function remedyText(remedy: Remedy, platform: Platform): string {
  switch (remedy.do) {
    case 'reopen':
      return `Reabrir ${withChannel('em', platform)}`
    case 'close':
      return `Fechar ${withChannel('em', platform)}`
    case 'write-hours':
      return 'Gravar o nosso horário'
    case 'check':
      return 'Perguntar de novo'
    case 'activate':
      return 'Ativar a loja'
    case 'end-break':
      return 'Voltar agora'
    case 'see-hours':
      return 'Ver os horários'
    case 'see-modules':
      return 'Ligar a entrega'
    case 'see-integrations':
      return 'Conectar em Canais'
  }
}

/** What is announced once a repair was asked for. */
export const askedText = (remedy: Remedy, platform: Platform): string => {
  switch (remedy.do) {
    case 'reopen':
      return `Reabertura pedida ${withChannel('a', platform)}.`
    case 'close':
      return `Fechamento pedido ${withChannel('a', platform)}.`
    case 'write-hours':
      return `Horário enviado ${withChannel('a', platform)}.`
    case 'end-break':
      return 'A pausa terminou.'
    case 'activate':
      return 'Loja ativada.'
    default:
      return `Pergunta enviada ${withChannel('a', platform)}.`
  }
}

/** Causes that the sentence about the whole store has said already are not repeated under each channel. */
const ownCauses = ['inactive', 'outside-hours', 'no-hours'] as const
export const ofChannel = (causes: readonly ChannelCause[]): readonly ChannelCause[] =>
  causes.filter(({ code }) => !ownCauses.some((own) => own === code))

/** Names behind their articles, joined by "e". */
export function placesOf(platforms: readonly Platform[]): string {
  const names = platforms.map((platform) => withChannel('em', platform))
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} e ${last}`
}

/** What happens to the orders under way when a store stops or starts selling. */
export function runningText(running: number): string {
  if (running === 0) return 'Nenhum pedido em andamento.'
  return running === 1
    ? '1 pedido em andamento segue até o fim: nada muda para o cliente.'
    : `${running} pedidos em andamento seguem até o fim: nada muda para os clientes.`
}
