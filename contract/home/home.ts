import * as z from 'zod/mini'
import { orderTypes } from '../orders/kinds.ts'
import { listedRefund } from '../orders/money/due-refunds.ts'
import { printCauses, type PrintCause } from '../printing/printing.ts'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { lineCauses, lineStates } from '../whatsapp/line-states.ts'
import { lineTroubles } from '../whatsapp/whatsapp-now.ts'

const common = {
  /** The same while the same thing waits. */
  key: z.string(),
  storeId: z.uuid(),
  /** When it expires on its own; past for an order that nobody cancels. */
  deadline: z.nullable(instant),
  since: z.nullable(instant),
} as const

/** Null below manager. */
const amountCents = z.nullable(z.int())

/** One or more; `storeId` is the first of them. */
const storeIds = z.array(z.uuid())

/** How long an item is off sale, without an end, before it is asked about, in ms. */
export const longPauseMs = 24 * 3_600_000

/** Something that waits for a person, with what its one button needs. */
export const need = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('accept'),
    ...common,
    amountCents,
    order: z.strictObject({
      id: z.uuid(),
      displayId: z.string(),
      platform: z.enum(platforms),
      type: z.enum(orderTypes),
      customer: z.string(),
      version: z.int(),
      /** The channel cancels the order at the deadline. */
      dies: z.boolean(),
    }),
  }),
  /** Its own pause, without an end. */
  z.strictObject({ kind: z.literal('paused'), ...common, by: z.nullable(z.string()) }),
  /** Inactive within its hours. */
  z.strictObject({ kind: z.literal('inactive'), ...common, menuSlug: z.string() }),
  z.strictObject({
    kind: z.literal('channel'),
    ...common,
    platform: z.enum(platforms),
    state: z.enum(['closed', 'silent', 'selling']),
    message: z.string(),
    fix: z.nullable(z.string()),
    /** Our own pause is still on at the marketplace, so reopening can end it. */
    ourPause: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('printer'),
    ...common,
    printer: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      out: z.boolean(),
      cause: z.nullable(z.enum(Object.keys(printCauses) as [PrintCause, ...PrintCause[]])),
      /** Tickets that can be printed again. */
      unprinted: z.array(z.uuid()),
      /** Working printers of the store. */
      others: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    }),
  }),
  z.strictObject({
    kind: z.literal('dispute'),
    ...common,
    amountCents,
    dispute: z.strictObject({
      id: z.uuid(),
      platform: z.enum(platforms),
      displayId: z.string(),
      customer: z.string(),
      message: z.nullable(z.string()),
    }),
  }),
  /** Of one store together. */
  z.strictObject({ kind: z.literal('reviews'), ...common, count: z.int(), lowestScore: z.int() }),
  /** Customers of one store who wrote on WhatsApp and wait for a person; the deadline is that of the longest waiting one. */
  z.strictObject({
    kind: z.literal('chats'),
    ...common,
    count: z.int(),
    chat: z.strictObject({
      conversationId: z.uuid(),
      name: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      /** An order is begun. */
      ordering: z.boolean(),
    }),
  }),
  /** A WhatsApp line that only a person brings back, or whose messages are stuck. */
  z.strictObject({
    kind: z.literal('line'),
    ...common,
    line: z.strictObject({
      state: z.enum(lineStates),
      cause: z.nullable(z.enum(lineCauses)),
      trouble: z.enum(lineTroubles),
      stuck: z.int(),
    }),
  }),
  /** Messages of one store that were handed over and never confirmed; the deadline is the first after which none is asked. */
  z.strictObject({
    kind: z.literal('unsure'),
    ...common,
    count: z.int(),
    /** The recipient of the oldest. */
    to: z.strictObject({ name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  }),
  /** A channel lets us in no more since `since`, or will not from the deadline on: a person authorises again. */
  z.strictObject({ kind: z.literal('access'), ...common, platform: z.enum(platforms) }),
  /** Items of a store that cost less at a marketplace than in the own menu, or more than its contract allows. */
  z.strictObject({
    kind: z.literal('prices'),
    ...common,
    platform: z.enum(platforms),
    count: z.int(),
    /** The one that is furthest off. */
    item: z.strictObject({
      name: z.string(),
      thereCents: z.int(),
      otherCents: z.int(),
      why: z.enum(['below-own', 'above-others']),
    }),
  }),
  /** An item that nobody brought back for a day, once for all the stores that miss it; since the oldest of its pauses. */
  z.strictObject({
    kind: z.literal('long-pause'),
    ...common,
    storeIds,
    item: z.strictObject({ name: z.string(), code: z.nullable(z.string()) }),
  }),
  /** A holiday within a week that stores have not decided about; since it asks, and until it begins. */
  z.strictObject({
    kind: z.literal('holiday'),
    ...common,
    storeIds,
    holiday: z.strictObject({ day: dayText, name: z.string() }),
  }),
  /** Events and effects of one store that were given up after the last try. */
  z.strictObject({ kind: z.literal('failed-rows'), ...common, count: z.int() }),
])
export type Need = z.output<typeof need>

/** What happens next on its own. */
export const soon = z.strictObject({
  kind: z.enum(['pause-ends', 'scheduled', 'dispute-ends', 'closes', 'opens', 'items-return']),
  at: instant,
  /** Several where the same happens at the same time. */
  storeIds: z.array(z.uuid()),
  /** Orders, disputes or items; for the others the number of stores. */
  count: z.int(),
})
export type Soon = z.output<typeof soon>

const sold = { netCents: z.int(), comparedNetCents: z.int() } as const

/** Today so far beside what the daily report compares a day with, the same weekday last week, up to the same minute. */
export const daySoFar = z.strictObject({
  day: dayText,
  timezone: z.string(),
  ...sold,
  /** How many of the compared days had an order; 0: nothing to compare with. */
  comparedDays: z.int(),
  /** From the first to the last hour with sales; `comparedNetCents` is of the whole hour. */
  hours: z.array(z.strictObject({ hour: z.int(), ...sold, future: z.boolean() })),
  stores: z.array(z.strictObject({ storeId: z.uuid(), ...sold })),
})
export type DaySoFar = z.output<typeof daySoFar>

/** More are counted, not listed. */
export const maxNeeds = 40
export const maxListedRefunds = 40

/** What the managed stores owe to customers, the longest due first. */
export const refundsToGive = z.strictObject({
  count: z.int(),
  cents: z.int(),
  listed: z.array(listedRefund),
})
export type RefundsToGive = z.output<typeof refundsToGive>

export const readHome = route({
  name: 'readHome',
  method: 'GET',
  path: '/home',
  summary:
    'What waits for a person, most urgent first; today so far beside the same weekday last week; what happens next',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({
    generatedAt: instant,
    needs: z.array(need),
    /** With those that are not listed. */
    waiting: z.int(),
    /** Of the managed stores; null without one: no money below manager. */
    today: z.nullable(daySoFar),
    soon: z.array(soon),
    refunds: refundsToGive,
  }),
  errors: ['store/not-found'],
})
