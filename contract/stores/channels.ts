import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { wishStates } from './wishes.ts'

/** What a person can have done at a marketplace: the server does it and looks again. */
export const channelRepairs = ['reopen', 'close', 'write-hours', 'check'] as const
export type ChannelRepair = (typeof channelRepairs)[number]

/** Where a cause is mended: a repair, a call that exists for it, or a screen. */
const remedy = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(channelRepairs) }),
  z.strictObject({ do: z.literal('activate') }),
  z.strictObject({ do: z.literal('end-break'), breakId: z.uuid() }),
  z.strictObject({ do: z.enum(['see-hours', 'see-integrations', 'see-modules']) }),
])
export type Remedy = z.output<typeof remedy>

export const channelCauses = [
  'selling',
  'inactive',
  'delivery-off',
  'break',
  'outside-hours',
  'no-hours',
  'paused-there',
  'pause-left',
  'closed-by-hours-there',
  'hours-differ',
  'not-reached',
  'radius',
  'blocked',
  'closed-there',
  'no-news',
  'refused',
  'disconnected',
] as const

/** Why a channel sells or not as it does. */
export const channelCause = z.strictObject({
  code: z.enum(channelCauses),
  /** A whole pt-BR sentence. */
  message: z.string(),
  since: z.nullable(instant),
  /** When it ends on its own; null: unknown, or never. */
  until: z.nullable(instant),
  /** Who did it: a person of the store, or the app in which it was done. */
  who: z.nullable(z.string()),
  /** Null: it mends itself, or only the marketplace can mend it. */
  remedy: z.nullable(remedy),
})
export type ChannelCause = z.output<typeof channelCause>

/** `unknown`: the marketplace has said nothing for 90 s. */
export const channelStates = ['open', 'closed', 'unknown'] as const

const wishView = z.strictObject({
  about: z.enum(['selling', 'hours']),
  state: z.enum(wishStates),
  /** A whole pt-BR sentence. */
  message: z.string(),
})
export type WishView = z.output<typeof wishView>

export const channelNow = z.strictObject({
  platform: z.enum(platforms),
  state: z.enum(channelStates),
  /** The store means to sell here now. */
  wanted: z.boolean(),
  /** Sells although the store is inactive, without delivery, in a break or outside its hours. */
  sellsWrongly: z.boolean(),
  since: z.nullable(instant),
  /** When the marketplace was last asked; null: never. The own channel is always known. */
  checkedAt: z.nullable(instant),
  /** A repair on its way. */
  repairing: z.nullable(z.enum(channelRepairs)),
  causes: z.array(channelCause),
  /** One for each thing that is wished of a marketplace. Absent: the former version answered. */
  wishes: z.optional(z.array(wishView)),
})
export type ChannelNow = z.output<typeof channelNow>

export const storeChannels = z.strictObject({
  storeId: z.uuid(),
  menuSlug: z.string(),
  active: z.boolean(),
  /** Null: nobody ever switched it. */
  activeSince: z.nullable(instant),
  activeBy: z.nullable(z.string()),
  /** Orders under way: they go on, whatever happens to the store. */
  running: z.int(),
  /** Those that sell wrongly first. */
  channels: z.array(channelNow),
})
export type StoreChannels = z.output<typeof storeChannels>

export const readChannels = route({
  name: 'readChannels',
  method: 'GET',
  path: '/stores/channels',
  summary: 'Per store and channel: open, closed or unknown, with causes and how each is mended',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ generatedAt: instant, stores: z.array(storeChannels) }),
  errors: ['store/not-found'],
})

/** Only what is offered for the channel now; of two at once one is done. */
export const repairChannel = route({
  name: 'repairChannel',
  method: 'POST',
  path: '/stores/channels/repair/mine',
  summary: 'Has a marketplace reopened, closed, given the store’s hours or asked again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    platform: z.enum(platforms, 'Canal inválido.'),
    repair: z.enum(channelRepairs, 'Escolha o que consertar.'),
  }),
  reply: storeChannels,
  errors: ['store/not-found', 'channel/not-connected', 'channel/nothing-to-repair', 'channel/being-repaired'],
})

/** How many days before a holiday it asks to be decided. */
export const holidayAsksDays = 7

export const readUndecidedHolidays = route({
  name: 'readUndecidedHolidays',
  method: 'GET',
  path: '/workingHours/undecided',
  summary: 'Holidays of the next seven days, with the stores that have not decided about them',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({
    holidays: z.array(
      z.strictObject({
        day: dayText,
        name: z.string(),
        /** Only stores of which the caller is manager. */
        storeIds: z.array(z.uuid()),
      }),
    ),
  }),
  errors: ['store/not-found'],
})
