import { isMarketplace, isSwitchedHere, type Platform } from '../../../contract/shared/channels.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import type { ChannelNow } from '../../../contract/stores/channels.ts'
import type { ScheduledBreak } from '../../../contract/stores/hours.ts'
import { clockTime } from '../../words/format.ts'
import { instantIn } from '../hours/breaks.rules.ts'

/** For how long a store stops: minutes, the rest of its business day, or until a moment that is typed. */
export const stopSpans = [
  ['15', '15\u00a0min'],
  ['30', '30\u00a0min'],
  ['60', '1\u00a0hora'],
  ['day', 'resto do dia'],
  ['other', 'outra hora'],
] as const
export type StopSpan = (typeof stopSpans)[number][0]

interface StoreClock {
  /** IANA zone. */
  readonly timezone: string
  /** Of the running business day, ISO. */
  readonly dayEndsAt: string
}

/** When the store sells again, ISO; a moment that is not typed whole stays as it is, and the call's schema refuses it. */
export function stopEnd(
  span: StopSpan,
  other: string,
  now: Date,
  { timezone, dayEndsAt }: StoreClock,
): string {
  if (span === 'other') return instantIn(other, timezone)
  if (span === 'day') return dayEndsAt
  return new Date(now.getTime() + Number(span) * minuteMs).toISOString()
}

/** Channels that sell, or mean to: these can stop. One that a running break stops may still be read as open. */
export const stoppable = (
  channels: readonly ChannelNow[],
  running: readonly ScheduledBreak[],
): readonly ChannelNow[] =>
  channels.filter(
    (channel) =>
      isConnected(channel) &&
      (channel.wanted || (channel.state === 'open' && !running.some((one) => isStoppedBy(one, channel)))),
  )

/** Connected channels that do not sell now: the sentence says so, they are no box to tick. */
export const closedAlready = (
  channels: readonly ChannelNow[],
  running: readonly ScheduledBreak[],
): readonly ChannelNow[] => {
  const others = stoppable(channels, running)
  return channels.filter((channel) => isConnected(channel) && !others.includes(channel))
}

const isConnected = ({ causes }: ChannelNow): boolean => causes.every(({ code }) => code !== 'disconnected')

/** How soon a channel stops once it is asked. */
export const stopPace = (platform: Platform): string =>
  isMarketplace(platform) ? 'para quando confirmar, em segundos' : 'para na hora, com o WhatsApp'

/** Breaks that run now, by the server's clock or this one's. */
export const runningBreaks = (breaks: readonly ScheduledBreak[], now: Date): readonly ScheduledBreak[] =>
  breaks.filter(
    ({ start, end, running }) =>
      (running || Date.parse(start) <= now.getTime()) && (end === null || Date.parse(end) > now.getTime()),
  )

export const isStoppedBy = ({ channels }: ScheduledBreak, { platform }: ChannelNow): boolean =>
  channels.length === 0 || channels.includes(platform)

export interface StopTruth {
  readonly tone: 'ok' | 'bad' | 'plain'
  readonly words: string
}

/**
 * What is known of a channel that was asked to stop: a marketplace has stopped only once it was read to be closed after
 * the break began.
 */
export function stopTruth(channel: ChannelNow, { start }: ScheduledBreak, timezone: string): StopTruth {
  const { platform, state, checkedAt, causes } = channel
  const refused = causes.find(({ code }) => code === 'refused')
  if (refused) return { tone: 'bad', words: refused.message }
  if (!isMarketplace(platform)) return { tone: 'ok', words: `parou às ${clockTime(start, timezone)}` }
  const readSince = checkedAt !== null && Date.parse(checkedAt) > Date.parse(start)
  if (state === 'closed' && readSince)
    return { tone: 'ok', words: `parou, confirmado às ${clockTime(checkedAt, timezone)}` }
  if (channel.sellsWrongly) return { tone: 'bad', words: 'ainda vende' }
  if (!isSwitchedHere(platform)) return { tone: 'plain', words: 'avisado: confira no aplicativo dele' }
  if (state === 'unknown') return { tone: 'bad', words: 'sem notícia: confira no aplicativo dele' }
  return { tone: 'plain', words: 'avisado, esperando a confirmação' }
}
