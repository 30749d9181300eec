import {
  noticeEvents,
  noticeTerms,
  type ChosenNotices,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeEvent,
  type QuietHours,
} from '../../contract/notifications/choices.ts'
import { isQuiet, minuteOf } from '../../contract/notifications/quiet-hours.ts'

/** As the database keeps them. */
export interface KeptChoices {
  readonly choices: Partial<Record<string, readonly string[]>>
  readonly quiet_from: number | null
  readonly quiet_to: number | null
}

/** What a person of a store is notified by, at this moment by the store's clock. */
export function channelsNow(
  kept: KeptChoices | null,
  event: NoticeEvent,
  timezone: string,
  now: Date,
): readonly NoticeChannel[] {
  const chosen = channelsOf(kept, event)
  if (noticeTerms[event].critical || !isQuiet(kept ? quietOf(kept) : null, timezone, now)) return chosen
  return chosen.filter((channel) => !rings.includes(channel))
}

/** What quiet hours hold back: a mail waits without a sound, and only a person in front of it sees the screen. */
const rings: readonly NoticeChannel[] = ['push', 'sound']

/** In the order of the columns. An event that was never chosen has its usual channels. */
function channelsOf(kept: KeptChoices | null, event: NoticeEvent): readonly NoticeChannel[] {
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

export const minutesOf = (quiet: QuietHours): Pick<KeptChoices, 'quiet_from' | 'quiet_to'> => ({
  quiet_from: quiet ? minuteOf(quiet.from) : null,
  quiet_to: quiet ? minuteOf(quiet.to) : null,
})

export const quietOf = ({ quiet_from: from, quiet_to: to }: KeptChoices): ChosenNotices['quiet'] =>
  from === null || to === null ? null : { from: clockOf(from), to: clockOf(to) }

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
