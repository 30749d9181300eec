import {
  mayBeSilent,
  noticeEvents,
  noticeTerms,
  type ChosenNotices,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeEvent,
  type QuietHours,
} from '../../contract/notifications/choices.ts'
import { isQuiet, minuteOf, quietEnd } from '../../contract/notifications/quiet-hours.ts'

/** As the database keeps them. */
export interface KeptChoices {
  readonly choices: Partial<Record<string, readonly string[]>>
  readonly quiet_from: number | null
  readonly quiet_to: number | null
}

interface ChannelsNow {
  readonly by: readonly NoticeChannel[]
  /** What waits for the end of the quiet hours, which is then. Null: nothing waits. */
  readonly held: { readonly channels: readonly NoticeChannel[]; readonly until: Date } | null
}

/** What a person of a store is notified by, at this moment by the store's clock. */
export function channelsNow(
  kept: KeptChoices | null,
  event: NoticeEvent,
  timezone: string,
  now: Date,
): ChannelsNow {
  const by = channelsOf(kept, event)
  const quiet = kept ? quietOf(kept) : null
  if (noticeTerms[event].critical || !quiet || !isQuiet(quiet, timezone, now)) return { by, held: null }
  const held = by.filter((channel) => channel === 'push' || channel === 'whatsapp')
  return {
    by: by.filter((channel) => !rings.includes(channel)),
    held: held.length > 0 ? { channels: held, until: quietEnd(quiet, timezone, now) } : null,
  }
}

/** What quiet hours hold back: a mail waits without a sound, and only a person in front of it sees the screen. */
const rings: readonly NoticeChannel[] = ['push', 'sound', 'whatsapp']

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

/** The first critical event that might reach nobody. */
export const silentCritical = (choices: NoticeChoices): NoticeEvent | null =>
  noticeEvents.find((event) => noticeTerms[event].critical && mayBeSilent(choices[event])) ?? null

export const usesWhatsapp = (choices: NoticeChoices): boolean =>
  noticeEvents.some((event) => choices[event].includes('whatsapp'))

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
