import * as z from 'zod/mini'
import type { RoleName } from '../shared/access.ts'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'

/** How a person is notified: in the open panel, by a sound of the orders screen, or away from both. `whatsapp`: by the store's line. */
export const noticeChannels = ['screen', 'sound', 'push', 'mail', 'whatsapp'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Sent by the server to where the person is. A further one is offered for everything that leaves the panel. */
const away = ['push', 'mail', 'whatsapp'] as const satisfies readonly NoticeChannel[]

/** What a person can be notified of, what hurts most first. */
export const noticeEvents = [
  'not-accepted',
  'escalation',
  'expiring',
  'channel-closed',
  'printer-silent',
  'cancelled',
  'dispute',
  'unusual-shift',
  'break-ends',
  'late',
  'preparation-due',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

interface NoticeTerms {
  /** Money or an order is lost if nobody is notified of it: at least one channel stays on, and quiet hours let it through. */
  readonly critical: boolean
  /** The role that is notified at all; an escalation climbs to owners only. */
  readonly role: RoleName
  readonly offered: readonly NoticeChannel[]
  /** Until the person chooses. */
  readonly usual: readonly NoticeChannel[]
}

export const noticeTerms: Readonly<Record<NoticeEvent, NoticeTerms>> = {
  // Rings from its arrival; the others a minute later.
  'not-accepted': {
    critical: true,
    role: 'basic',
    offered: ['screen', 'sound', ...away],
    usual: ['sound', 'push'],
  },
  escalation: {
    critical: true,
    role: 'manager',
    offered: ['screen', ...away],
    usual: ['screen', 'push', 'mail'],
  },
  expiring: { critical: true, role: 'basic', offered: ['screen', ...away], usual: ['screen', 'push'] },
  'channel-closed': {
    critical: true,
    role: 'manager',
    offered: ['screen', ...away],
    usual: ['screen', 'push'],
  },
  'printer-silent': {
    critical: true,
    role: 'basic',
    offered: ['screen', ...away],
    usual: ['screen', 'push'],
  },
  cancelled: {
    critical: false,
    role: 'basic',
    offered: ['screen', 'sound', ...away],
    usual: ['screen', 'sound', 'push'],
  },
  dispute: { critical: false, role: 'basic', offered: ['screen', ...away], usual: ['screen', 'push'] },
  'unusual-shift': {
    critical: false,
    role: 'manager',
    offered: ['screen', ...away],
    usual: ['screen', 'push'],
  },
  'break-ends': { critical: false, role: 'basic', offered: [...away], usual: ['push'] },
  late: { critical: false, role: 'basic', offered: ['sound'], usual: ['sound'] },
  'preparation-due': { critical: false, role: 'basic', offered: ['sound'], usual: ['sound'] },
}

/**
 * Whether a critical event with these channels may reach nobody. WhatsApp alone is not enough: its line can drop, its cap
 * can be reached, and the person can have written PARAR.
 */
export const mayBeSilent = (channels: readonly NoticeChannel[]): boolean =>
  channels.every((channel) => channel === 'whatsapp')

const channelList = z.array(z.enum(noticeChannels, 'Canal desconhecido.')).check(
  z.maxLength(noticeChannels.length),
  z.refine((list) => new Set(list).size === list.length, 'Cada canal uma vez só.'),
)

/** Every event with its channels. */
const channelsOfEvents = z.strictObject(
  Object.fromEntries(noticeEvents.map((event) => [event, channelList])) as Record<
    NoticeEvent,
    typeof channelList
  >,
)
export type NoticeChoices = z.output<typeof channelsOfEvents>

/** What the former version does not send is absent, and stays as it was. */
const sentChannels = z.extend(z.omit(channelsOfEvents, { 'unusual-shift': true }), {
  'unusual-shift': z.optional(channelList),
})

const clockTime = z
  .string('Informe a hora.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora como 22:00.'))
/** Every day, by the clock of the store that the notice is about; an end before the start is on the next day. */
const quietHours = z.nullable(
  z.strictObject({ from: clockTime, to: clockTime }).check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      message: 'O fim precisa ser diferente do início.',
    }),
  ),
)
export type QuietHours = z.output<typeof quietHours>

/** What a store's line can do for the person's notices now. */
export const noticeLineStates = ['ready', 'no-line', 'line-down', 'template', 'stopped', 'cap'] as const

const noticeLine = z.strictObject({
  storeId: z.uuid(),
  store: z.string(),
  /** `template`: Meta has not approved the text yet. `stopped`: the person wrote PARAR. `cap`: the month's limit is reached. */
  state: z.enum(noticeLineStates),
  /** Of one notice today, in millionths of a real; 0: this line does not charge for messages. */
  costMicros: z.int(),
  /** Notices to this person in this calendar month, and what they cost. */
  monthCount: z.int(),
  monthCents: cents,
})
export type NoticeLine = z.output<typeof noticeLine>

export const noticePhone = z.strictObject({
  /** The confirmed number, E.164; null: none is confirmed. */
  number: z.nullable(z.string()),
  /** One for each store of the person, by name. */
  lines: z.array(noticeLine),
})
export type NoticePhone = z.output<typeof noticePhone>

export const chosenNotices = z.strictObject({
  choices: channelsOfEvents,
  quiet: quietHours,
  /** Where mails go; empty: the account has no address. */
  email: z.string(),
  savedAt: z.nullable(instant),
  /** 0: never saved. */
  version: z.int(),
})
export type ChosenNotices = z.output<typeof chosenNotices>

export const readNoticeChoices = route({
  name: 'readNoticeChoices',
  method: 'GET',
  path: '/notifications/choices',
  summary:
    'By which channels the caller is notified of what, and the hours in which only critical notices ring',
  access: { kind: 'user' },
  reply: chosenNotices,
  errors: [],
})

export const readNoticePhone = route({
  name: 'readNoticePhone',
  method: 'GET',
  path: '/notifications/whatsapp',
  summary: "Whether notices can reach the caller's confirmed phone by the stores' lines, and what one costs",
  access: { kind: 'user' },
  reply: noticePhone,
  errors: [],
})

export const saveNoticeChoices = route({
  name: 'saveNoticeChoices',
  method: 'PUT',
  path: '/notifications/choices',
  summary:
    'Chooses the own channels and quiet hours; refused when a critical event has none, or when WhatsApp is turned on and cannot reach the caller; a stale version gets 409 with the current value',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({ choices: sentChannels, quiet: quietHours, version: seenRevision() }),
  reply: chosenNotices,
  errors: [
    'notifications/stale',
    'notifications/critical-silent',
    'notifications/not-offered',
    'notifications/whatsapp-unavailable',
  ],
})

export const testNoticeMail = route({
  name: 'testNoticeMail',
  method: 'POST',
  path: '/notifications/test-mail',
  summary: 'Sends a test notice to the own mail address',
  access: { kind: 'user' },
  leavesBehind: false,
  reply: z.strictObject({ sentTo: z.string() }),
  errors: ['notifications/no-address'],
})

export const testNoticeWhatsapp = route({
  name: 'testNoticeWhatsapp',
  method: 'POST',
  path: '/notifications/test-whatsapp/mine',
  summary:
    "Sends a test notice to the caller's own confirmed phone by the store's line, or says why it cannot; one in ten minutes",
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  reply: z.strictObject({ sentTo: z.string() }),
  errors: [
    'store/not-found',
    'notifications/no-phone',
    'notifications/line-not-ready',
    'notifications/just-tested',
  ],
})
