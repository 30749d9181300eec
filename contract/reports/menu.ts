import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'
import { route } from '../shared/route.ts'
import { menuProblems, longPauseDays } from './choices.ts'

export { menuProblems, longPauseDays }

/**
 * State of the menus: items that lack something, are paused, are priced differently, are missing in a
 * store, or never sold.
 */

/** The parts of a complete item and their weight in the score; the weights add up to 100. */
export const completenessParts = { photo: 35, description: 25, price: 25, category: 15 } as const
export type CompletenessPart = keyof typeof completenessParts

export type MenuProblem = (typeof menuProblems)[number]

export const menuReportItem = z.strictObject({
  storeId: z.uuid(),
  itemId: z.uuid(),
  name: z.string(),
  category: z.nullable(z.string()),
  priceCents: z.int(),
  hasPhoto: z.boolean(),
  hasDescription: z.boolean(),
  /** 0 to 100. */
  score: z.int(),
  pause: z.nullable(
    z.strictObject({
      since: instant,
      until: z.nullable(instant),
      days: z.int(),
      byName: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  /** Channel prices that differ from the own channel's price. */
  channelPrices: z.array(z.strictObject({ merchantId: z.string(), priceCents: z.int() })),
  /** Quantity sold in the period. */
  soldMilli: z.int(),
  soldCents: z.int(),
  everSold: z.boolean(),
  problems: z.array(z.enum(menuProblems)),
})
export type MenuReportItem = z.output<typeof menuReportItem>

export const menuReport = z.strictObject({
  period: periodFacts,
  stores: z.array(
    z.strictObject({
      storeId: z.uuid(),
      name: z.string(),
      items: z.int(),
      /** Mean of the items' scores; null: no menu yet. */
      score: z.nullable(z.int()),
      missing: z.strictObject({
        photo: z.int(),
        description: z.int(),
        price: z.int(),
        category: z.int(),
      }),
      paused: z.int(),
      /** Paused for three days or more. */
      longPaused: z.int(),
      channelPrices: z.int(),
      neverSold: z.int(),
      notSoldInPeriod: z.int(),
    }),
  ),
  /** Items with problems first, then by name; at most 500 matches. */
  items: z.array(menuReportItem),
  found: z.int(),
  /** Items (by name) that some stores with a menu lack or price differently. */
  coverage: z.array(
    z.strictObject({
      name: z.string(),
      prices: z.array(z.strictObject({ storeId: z.uuid(), priceCents: z.int() })),
      missingIn: z.array(z.uuid()),
      lowestCents: z.int(),
      highestCents: z.int(),
    }),
  ),
})
export type MenuReport = z.output<typeof menuReport>

export const readMenuReport = route({
  name: 'readMenuReport',
  method: 'GET',
  path: '/reports/menu',
  summary: 'The state of the menus: completeness, pauses, price differences, coverage, what never sells',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    ...periodQuery,
    problem: z.optional(z.enum(menuProblems, 'Filtro desconhecido.')),
  }),
  reply: menuReport,
  errors: [
    'store/not-found',
    'permission/denied',
    'report/range-too-long',
    'report/hours-over-many-days',
    'validation/refused',
  ],
  files: Object.values(reportFileTypes),
})
