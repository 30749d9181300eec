import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { Presence, PresenceGap, PresenceMode } from '../../contract/presence/presence.ts'
import type { PresenceCause, PresenceNow } from '../../contract/presence/presence-now.ts'
import { minuteMs, secondMs } from '../../contract/shared/durations.ts'
import { clockTime, dayDigits, plural, weekdayName } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'

export const modeWords: Readonly<Record<PresenceMode, { readonly name: string; readonly hint: string }>> = {
  off: { name: 'Desligado', hint: 'Nada é anotado e ninguém é avisado.' },
  watch: { name: 'Observar', hint: 'Só anota o que teria feito.' },
  warn: { name: 'Avisar, não pausar', hint: 'Avisa gerentes e donos, e a tela de Pedidos. Nada fecha.' },
  pause: {
    name: 'Pausar',
    hint: 'Avisa e, um minuto depois, pausa o canal. Quando alguém voltar a ver os pedidos, o canal volta sozinho.',
  },
}

const causeWords: Readonly<Record<PresenceCause, string>> = {
  screen: 'nenhuma tela de Pedidos aberta',
  sound: 'tela de Pedidos sem som',
  'screen-and-printer': 'nenhuma tela de Pedidos aberta e nenhuma impressora respondendo',
  'sound-and-printer': 'tela de Pedidos sem som e nenhuma impressora respondendo',
}

/** What the board says of a gap. */
interface StripWords {
  readonly strong: string
  readonly rest: string
}

export interface UnseenChannel extends PresenceNow {
  /** The store's code; null: the person has one store. */
  readonly store: string | null
}

const order = ['counting', 'closed', 'reopened', 'warned'] as const

/** Of several channels the one that is most pressing. `here`: this board may sound. Null: every order would be seen. */
export function stripWords(channels: readonly UnseenChannel[], here: boolean, now: Date): StripWords | null {
  const [first, ...more] = channels.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.since.localeCompare(b.since),
  )
  if (!first) return null
  const place = `${first.store ? `${first.store}: ` : ''}${channelName(first.platform)}`
  const others = more.length > 0 ? `, e mais ${plural(more.length, 'canal', 'canais')}` : ''
  const rest = here ? 'esta tela toca: volta em segundos' : heardWords[first.cause]
  return { strong: `${place} ${stateWords(first, now)}${others}`, rest }
}

function stateWords({ state, closesAt }: PresenceNow, now: Date): string {
  if (state === 'counting' && closesAt !== null)
    return `fecha em ${minuteClock(Date.parse(closesAt) - now.getTime())}`
  if (state === 'closed') return 'pausado'
  return 'aberto sem ninguém ver'
}

const heardWords: Readonly<Record<PresenceCause, string>> = {
  screen: 'ninguém ouviria um pedido',
  sound: 'sem som, ninguém ouviria um pedido',
  'screen-and-printer': 'ninguém ouviria nem imprimiria um pedido',
  'sound-and-printer': 'sem som e sem impressora',
}

/** `0:42`. */
function minuteClock(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / secondMs))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whether an order would be seen now, and by what. Null: presence is off, and nobody listens. */
export function chainWords({ mode, chain }: Presence, now: Date): string | null {
  if (mode === 'off') return null
  const { heardAt, silentAt, acceptsAlone, printerAt } = chain
  const isRecent = (at: string | null, ms: number) => at !== null && now.getTime() - Date.parse(at) <= ms
  if (isRecent(heardAt, 90 * secondMs)) return 'Agora um pedido seria visto: há uma tela de Pedidos com som.'
  const alone = acceptsAlone.map((platform) => withChannel('de', platform)).join(' e ')
  if (acceptsAlone.length > 0 && isRecent(printerAt, 15 * minuteMs))
    return `Agora um pedido ${alone} seria visto: é aceito sozinho, e uma impressora responde.`
  const screen = isRecent(silentAt, 90 * secondMs)
    ? 'a tela de Pedidos que está aberta não tem som'
    : 'não há tela de Pedidos aberta'
  return `Agora ninguém veria um pedido: ${screen}${acceptsAlone.length > 0 ? ', e nenhuma impressora responde' : ''}.`
}

/** `Teria pausado 2 vezes nos últimos 30 dias.` */
export function gapsTitle({ gaps, gapCount, watchedSince }: Presence, timezone: string): string {
  if (gapCount === 0)
    return watchedSince === null
      ? 'Nada anotado nos últimos 30 dias.'
      : `Nenhuma vez desde ${dayDigits(dayIn(watchedSince, timezone))}: com a loja aberta, sempre havia quem visse um pedido.`
  const paused = gaps.filter(({ mode }) => mode === 'pause').length
  const rest = gapCount - paused
  const parts = [
    ...(paused > 0 ? [`pausou ${plural(paused, 'vez', 'vezes')}`] : []),
    ...(rest > 0 ? [`teria pausado ${plural(rest, 'vez', 'vezes')}`] : []),
  ].join(' e ')
  return `Nos últimos 30 dias ${parts}.`
}

/** `sexta, 27/11, 20:14–20:31`, with its channel and cause. */
export function gapWords(
  { platform, cause, from, until, mode, reopenedAt }: PresenceGap,
  timezone: string,
): { readonly when: string; readonly what: string } {
  const day = dayIn(from, timezone)
  const end = until === null ? ' até agora' : `–${clockTime(until, timezone)}`
  const reopened =
    reopenedAt === null ? '' : ` Reaberto por uma pessoa às ${clockTime(reopenedAt, timezone)}.`
  const did = mode === 'pause' ? '' : mode === 'warn' ? ' Só avisou.' : ''
  return {
    when: `${weekdayName(day)}, ${dayDigits(day)}, ${clockTime(from, timezone)}${end}`,
    what: `${channelName(platform)}: ${causeWords[cause]}.${did}${reopened}`,
  }
}
