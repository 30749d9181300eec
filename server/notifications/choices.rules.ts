import {
  noticeEvents,
  noticeTerms,
  type ChosenNotices,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeEvent,
  type QuietHours,
} from '../../contract/notifications/choices.ts'
import { localParts } from '../../contract/shared/day.ts'

/** As the database keeps them. */
export interface KeptChoices {
  readonly choices: Partial<Record<string, readonly string[]>>
  readonly quiet_from: number | null
  readonly quiet_to: number | null
}

/** What a person of a store is told by, at this moment by the store's clock. */
export function channelsNow(
  kept: KeptChoices | null,
  event: NoticeEvent,
  timezone: string,
  now: Date,
): readonly NoticeChannel[] {
  const chosen = channelsOf(kept, event)
  if (noticeTerms[event].critical || !isQuiet(kept, timezone, now)) return chosen
  return chosen.filter((channel) => !rings.includes(channel))
}

/** What quiet hours hold back: a mail waits without a sound, and the screen is only seen by who looks at it. */
const rings: readonly NoticeChannel[] = ['push', 'sound']

/** In the order of the columns. An event that was never chosen has its usual channels. */
export function channelsOf(kept: KeptChoices | null, event: NoticeEvent): readonly NoticeChannel[] {
  const { offered, usual } = noticeTerms[event]
  const chosen = kept?.choices[event] ?? usual
  return offered.filter((channel) => chosen.includes(channel))
}

export const allChoices = (kept: KeptChoices | null): NoticeChoices =>
  Object.fromEntries(
    noticeEvents.map((event) => [event, channelsOf(kept, event)]),
  ) as unknown as NoticeChoices

/** The first critical event that would reach nobody. */
export const silentCritical = (choices: NoticeChoices): NoticeEvent | null =>
  noticeEvents.find((event) => noticeTerms[event].critical && choices[event].length === 0) ?? null

/** An event and a channel that it does not leave by. */
export const notOffered = (choices: NoticeChoices): boolean =>
  noticeEvents.some((event) =>
    choices[event].some((channel) => !noticeTerms[event].offered.includes(channel)),
  )

export function isQuiet(kept: KeptChoices | null, timezone: string, now: Date): boolean {
  const { quiet_from: from, quiet_to: to } = kept ?? { quiet_from: null, quiet_to: null }
  if (from === null || to === null) return false
  const { hour, minute } = localParts(now, timezone)
  const at = hour * 60 + minute
  return from < to ? from <= at && at < to : at >= from || at < to
}

export const minutesOf = (quiet: QuietHours): Pick<KeptChoices, 'quiet_from' | 'quiet_to'> => ({
  quiet_from: quiet ? minuteOf(quiet.from) : null,
  quiet_to: quiet ? minuteOf(quiet.to) : null,
})

export const quietOf = ({ quiet_from: from, quiet_to: to }: KeptChoices): ChosenNotices['quiet'] =>
  from === null || to === null ? null : { from: clockOf(from), to: clockOf(to) }

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
