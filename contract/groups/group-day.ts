import * as z from 'zod/mini'
import { comparisons } from '../reports/choices.ts'
import { ratings } from '../reports/daily.ts'
import { measures } from '../reports/metrics/measures.ts'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'
import { group, groupPage, groupPageQuery } from './groups.ts'

const hour = z.strictObject({
  /** Local hour of the store, 0 to 23. */
  hour: z.int(),
  /** Valid orders of the hour; null: it has not begun in this store. */
  orders: z.nullable(z.int()),
  /** Mean of the whole hour over the store's usual days. */
  usualOrders: z.number(),
  /** So few that chance does not explain it. Only hours that are over are judged. */
  farBelow: z.boolean(),
})

const storeDay = z.strictObject({
  storeId: z.uuid(),
  name: z.string(),
  timezone: z.string(),
  totals: measures,
  ratings,
  /**
   * The store's own compared day, up to the same local minute while the day runs; the mean of those with orders if
   * several are compared. Null: none has orders.
   */
  compared: z.nullable(z.strictObject({ orders: z.int(), netCents: z.int(), days: z.int() })),
  /** The same hours for every store, in the order of the business day. */
  hours: z.array(hour),
})
export type StoreOfGroupDay = z.output<typeof storeDay>

export const groupDay = z.strictObject({
  group,
  /** Every figure below is of the stores of this page alone. */
  page: groupPage,
  day: dayText,
  /** Labels the page; each store's day is cut in its own zone. */
  timezone: z.string(),
  generatedAt: instant,
  /** The day runs in at least one store. */
  running: z.boolean(),
  comparison: z.strictObject({
    kind: z.enum(comparisons),
    /** Newest first. */
    days: z.array(dayText),
    /** Local `HH:MM` in `timezone` at which the compared days are cut; null for a finished day. */
    cutAt: z.nullable(z.string()),
    /** No compared day has any orders. */
    empty: z.boolean(),
  }),
  totals: measures,
  /** Mean a day if several are compared, rounded to whole units. */
  compared: measures,
  /** Those of the page, highest net first. */
  stores: z.array(storeDay),
  /** Stores of the group that the reader does not manage: counted, never shown. */
  otherStores: z.int(),
})
export type GroupDay = z.output<typeof groupDay>

export const readGroupDay = route({
  name: 'readGroupDay',
  method: 'GET',
  path: '/groups/slug/{slug}/day',
  summary: 'The group’s day: total, each store beside its own compared day, orders by store and hour',
  access: { kind: 'user' },
  load: 'report',
  params: z.strictObject({ slug: slugText }),
  query: z.strictObject({
    /** Absent: the running day. */
    day: z.optional(givenDay),
    comparison: z._default(z.enum(comparisons, 'Comparação desconhecida.'), 'same-weekday-last-week'),
    /** With `custom`: a day before `day`. */
    comparedDay: z.optional(givenDay),
    page: groupPageQuery,
  }),
  reply: groupDay,
  errors: ['group/not-found', 'permission/denied', 'validation/refused'],
})
