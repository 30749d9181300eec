import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from './files.ts'
import { periodFacts, periodQuery } from './period.ts'
import { route } from '../shared/route.ts'
import { productSorts } from './choices.ts'

export { productSorts }

/**
 * What was sold, by product. A product is its key within a store; across stores equal names are one
 * product, since two menus may use one code for different things.
 */
export type ProductSort = (typeof productSorts)[number]

/** Products of one page. */
export const productPageSize = 50

/** A: what makes the first 80 % of the revenue; B: up to 95 %; C: the rest. */
export const productClasses = ['A', 'B', 'C'] as const
export const classLimits = { A: 0.8, B: 0.95 } as const

export const soldFigures = z.strictObject({
  /** Thousandths: 2 pieces are 2000. */
  quantityMilli: z.int(),
  /** Items and their options × quantity, before any discount; valid orders. */
  cents: z.int(),
})

const productFigures = z.strictObject({
  ...soldFigures.shape,
  /** Valid orders with it, and cancelled ones. */
  orders: z.int(),
  cancelledOrders: z.int(),
  /** What it would have brought in the cancelled ones. */
  cancelledCents: z.int(),
  /** Of the quantity, what was ordered with at least one option; what the options brought. */
  optionQuantityMilli: z.int(),
  optionCents: z.int(),
  /** Its part of the discounts that the store paid. */
  discountCents: z.int(),
})
export type ProductFigures = z.output<typeof productFigures>

export const productRow = z.strictObject({
  /** Names the product in `readProductDays`. */
  key: z.string(),
  name: z.string(),
  /** By revenue, from 1. */
  rank: z.int(),
  class: z.enum(productClasses),
  /** Null: in no category of a menu, or on no menu. */
  category: z.nullable(z.string()),
  figures: productFigures,
  compared: soldFigures,
  /** Stores that sold it. */
  stores: z.int(),
  /** Hours of the period in which it was paused, summed over stores; null: never. */
  pausedHours: z.nullable(z.number()),
  /** Estimated: the usual day of the four weeks before each pause × the days it took. */
  lostCents: z.nullable(z.int()),
  /** How often its price changed within the period. */
  priceChanges: z.int(),
})
export type ProductRow = z.output<typeof productRow>

export const productReport = z.strictObject({
  period: periodFacts,
  totals: productFigures,
  compared: soldFigures,
  products: z.int(),
  classes: z.array(z.strictObject({ class: z.enum(productClasses), products: z.int(), cents: z.int() })),
  categories: z.array(
    z.strictObject({
      /** Null: products without a category. */
      name: z.nullable(z.string()),
      products: z.int(),
      ...soldFigures.shape,
      compared: soldFigures,
    }),
  ),
  rows: z.array(productRow),
  /** What the search and the category found, of which `rows` are a page. */
  found: z.int(),
  /** The first row of the next page; null: this is the last. */
  next: z.nullable(z.int()),
  lostCents: z.int(),
  /**
   * Options, discounts and cancellations are counted up to this day; null: to the end of the period.
   * Where many orders lie in days that are not closed yet, they come when those are.
   */
  detailsThrough: z.nullable(dayText),
})
export type ProductReport = z.output<typeof productReport>

const productParts = {
  sort: z._default(z.enum(productSorts, 'Ordem desconhecida.'), 'revenue'),
  /** A part of the product's name, without regard to case and accents. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Procure por até 100 letras.'))),
  /** A category's name; `-` finds the products without one. */
  category: z.optional(z.string().check(z.maxLength(200))),
  /** Rows before the page. */
  skip: z._default(z.string().check(z.regex(/^\d{1,5}$/, 'Página inválida.')), '0'),
} as const

export const readProductReport = route({
  name: 'readProductReport',
  method: 'GET',
  path: '/reports/product',
  summary: 'What was sold by product: revenue, ABC, options, discounts, cancellations, pauses, prices',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ ...periodQuery, ...productParts }),
  reply: productReport,
  errors: [
    'store/not-found',
    'permission/denied',
    'report/range-too-long',
    'report/hours-over-many-days',
    'validation/refused',
  ],
  files: Object.values(reportFileTypes),
})

/** With a filter of hours the orders themselves are read: no more days than these. */
export const productHoursDaysLimit = 31

export const productDays = z.strictObject({
  period: periodFacts,
  name: z.string(),
  days: z.array(z.strictObject({ day: dayText, ...soldFigures.shape })),
  channels: z.array(z.strictObject({ platform: z.enum(platforms), ...soldFigures.shape })),
  stores: z.array(z.strictObject({ storeId: z.uuid(), name: z.string(), ...soldFigures.shape })),
  prices: z.array(
    z.strictObject({
      day: dayText,
      storeId: z.uuid(),
      platform: z.enum(platforms),
      beforeCents: z.int(),
      afterCents: z.int(),
    }),
  ),
  /** Days of the period on which it was paused in some store. */
  pausedDays: z.array(dayText),
})
export type ProductDays = z.output<typeof productDays>

export const readProductDays = route({
  name: 'readProductDays',
  method: 'GET',
  path: '/reports/product/days',
  summary: 'One product by day, channel and store, with its price changes and pauses',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    ...periodQuery,
    product: z.string('Diga o produto.').check(z.minLength(1, 'Diga o produto.'), z.maxLength(300)),
  }),
  reply: productDays,
  errors: [
    'store/not-found',
    'permission/denied',
    'report/range-too-long',
    'report/hours-over-many-days',
    'validation/refused',
  ],
})
