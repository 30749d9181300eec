import { localParts } from '../../../contract/shared/day.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Wish } from './wish.rules.ts'

export interface Telling {
  readonly platform: string
  /** IANA zone of the store. */
  readonly timezone: string
  readonly now: Date
}

/** Without an answer for this long, a marketplace is called silent. */
const silentAfterMs = minuteMs
/** Taken so often and not kept: it is more than a lost write. */
const notKeptAfter = 3

/** Since when a marketplace is silent about a wish that is not proved; null: it is not. Ms since 1970. */
export function silentSince({ failingSince, provedAt }: Wish<unknown, unknown>, now: Date): number | null {
  const isSilent = failingSince !== null && provedAt === null && now.getTime() - failingSince >= silentAfterMs
  return isSilent ? failingSince : null
}

export const isNotKept = ({ tries, failingSince }: Wish<unknown, unknown>): boolean =>
  tries >= notKeptAfter && failingSince === null

export const notKept = (what: string, { platform }: Telling): string =>
  `${withChannel('O', platform)} aceitou ${what}, mas mostra outra coisa. ` +
  `Confira no aplicativo ${withChannel('de', platform)}; tentando.`

/** `às 20:14`; of another day `em 25/11 às 20:14`. */
export const when = (at: number, telling: Telling, seconds = false): string =>
  clock(at, telling, seconds)
    .replace(/^(\S+) (\S+)$/, 'em $1 às $2')
    .replace(/^(?=\d)/, 'às ')

/** `20:14`, `19:02:11`; of another day `25/11 20:14`. */
export function clock(at: number, { timezone, now }: Telling, seconds = false): string {
  const date = new Date(at)
  const time = date.toLocaleTimeString('pt-BR', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  })
  const { day } = localParts(date, timezone)
  if (day === localParts(now, timezone).day) return time
  return `${day.slice(8, 10)}/${day.slice(5, 7)} ${time}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
