import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'

/** More are counted, not listed. */
export const maxChannelItems = 100

const decision = z.strictObject({
  /** Of an item; of an option the option or the item that it is. Null: a person said that it is not of the menu. */
  itemId: z.nullable(z.uuid()),
  itemName: z.nullable(z.string()),
  byName: z.string(),
  at: instant,
})

export const channelItemKinds = ['item', 'option'] as const

/** An item or an option as a marketplace sends it, which nothing in the menu has the code or the name of. */
export const channelItem = z.strictObject({
  platform: z.enum(platforms),
  kind: z.enum(channelItemKinds),
  /** Names it in the calls below: its code as it is sent, or its name in lower case. */
  sentKey: z.string(),
  /** In the words of the marketplace. */
  name: z.string(),
  externalCode: z.nullable(z.string()),
  /** The question that an option answers; null: an item, or a marketplace that sends none. */
  groupName: z.nullable(z.string()),
  firstSentAt: instant,
  lastSentAt: instant,
  /** By that key in the last 30 business days. Null: options are not counted. */
  sold: z.nullable(z.strictObject({ quantity: z.number(), cents })),
  /** Null: it waits for a person. */
  decision: z.nullable(decision),
})
export type ChannelItem = z.output<typeof channelItem>

const list = z.strictObject({
  /** Those that wait first, with the highest sales on top and options below; then what was decided, the latest on top. */
  items: z.array(channelItem),
  /** How many wait and were decided, with those that are not listed. */
  waiting: z.int(),
  decided: z.int(),
})
export type ChannelItems = z.output<typeof list>

export const readChannelItems = route({
  name: 'readChannelItems',
  method: 'GET',
  path: '/orders/channel-items',
  summary:
    'Items and options of marketplaces’ orders that are in no menu of ours, and what each was matched to',
  access: { kind: 'store', role: 'manager' },
  reply: list,
  errors: ['store/not-found'],
})

const whichItem = {
  platform: z.enum(platforms, 'Canal desconhecido.'),
  kind: z._default(z.enum(channelItemKinds), 'item'),
  sentKey: z
    .string('Diga qual item.')
    .check(z.minLength(1, 'Diga qual item.'), z.maxLength(200, 'Item desconhecido.')),
}

/** Later orders have it, and those that are open now. What was decided before has to be taken back first. */
export const matchChannelItem = route({
  name: 'matchChannelItem',
  method: 'POST',
  path: '/orders/channel-items/match',
  summary: 'Says once which item or option of the menu a marketplace’s is, or that it is none',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    ...whichItem,
    /** Of an item of the menu, and for an option also of an option of it. Null: it is not of the menu. */
    itemId: z.nullable(z.uuid('Item inválido.')),
  }),
  reply: list,
  errors: [
    'store/not-found',
    'order/channel-item-not-found',
    'order/channel-item-decided',
    'menu/item-not-found',
    'validation/refused',
  ],
})

export const unmatchChannelItem = route({
  name: 'unmatchChannelItem',
  method: 'POST',
  path: '/orders/channel-items/unmatch',
  summary: 'Takes back what was decided of a marketplace’s item or option: it waits for a person again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject(whichItem),
  reply: list,
  errors: [
    'store/not-found',
    'order/channel-item-not-found',
    'order/channel-item-waits',
    'validation/refused',
  ],
})
