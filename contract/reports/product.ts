import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'
import { route } from '../shared/route.ts'
import { productSorts } from './choices.ts'

export { productSorts }

/**
 * Sales by product. Within a store a product is identified by its key; across stores by its name,
 * because two menus may use one code for different products.
 */
export type ProductSort = (typeof productSorts)[number]

/** Products per page. */
export const productPageSize = 50

/** A: products that make up the first 80 % of revenue; B: up to 95 %; C: the rest. */
export const productClasses = ['A', 'B', 'C'] as const
export const classLimits = { A: 0.8, B: 0.95 } as const

export const soldFigures = z.strictObject({
  /** In thousandths: 2 pieces are 2000. */
  quantityMilli: z.int(),
  /** Items and options × quantity of valid orders, before any discount. */
  cents: z.int(),
})

const productFigures = z.strictObject({
  ...soldFigures.shape,
  /** Valid orders with the product, then cancelled ones. */
  orders: z.int(),
  cancelledOrders: z.int(),
  /** Value of the product in cancelled orders. */
  cancelledCents: z.int(),
  /** Quantity ordered with at least one option, then the revenue of the options. */
  optionQuantityMilli: z.int(),
  optionCents: z.int(),
  /** Its share of the discounts paid by the store. */
  discountCents: z.int(),
})
export type ProductFigures = z.output<typeof productFigures>

export const productRow = z.strictObject({
  /** Identifies the product in `readProductDays`. */
  key: z.string(),
  name: z.string(),
  /** Rank by revenue, from 1. */
  rank: z.int(),
  class: z.enum(productClasses),
  /** Null: not in a category, or not on a menu. */
  category: z.nullable(z.string()),
  figures: productFigures,
  compared: soldFigures,
  /** Number of stores that sold it. */
  stores: z.int(),
  /** Paused hours within the period, summed over stores; null: never paused. */
  pausedHours: z.nullable(z.number()),
  /** Estimate: mean daily sales of the four weeks before each pause × the days paused. */
  lostCents: z.nullable(z.int()),
  /** Number of price changes within the period. */
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
  /** Number of products that match the filters; `rows` is one page of them. */
  found: z.int(),
  /** Offset of the next page; null on the last page. */
  next: z.nullable(z.int()),
  lostCents: z.int(),
  /**
   * Last day for which options, discounts and cancellations are counted; null: the whole period. With
   * many orders in days that are not closed yet, those days follow when they close.
   */
  detailsThrough: z.nullable(dayText),
})
export type ProductReport = z.output<typeof productReport>

const productParts = {
  sort: z._default(z.enum(productSorts, 'Ordem desconhecida.'), 'revenue'),
  /** Part of the product's name; ignores case and accents. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Procure por até 100 letras.'))),
  /** A category's name; `-` matches products without a category. */
  category: z.optional(z.string().check(z.maxLength(200))),
  /** Offset of the page. */
  skip: z._default(z.string().check(z.regex(/^\d{1,5}$/, 'Página inválida.')), '0'),
} as const

export const readProductReport = route({
  name: 'readProductReport',
  method: 'GET',
  path: '/reports/product',
  summary: 'What was sold by product: revenue, ABC, options, discounts, cancellations, pauses, prices',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
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

/** The longest period with a filter of hours, because the orders themselves are read. */
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
  /** Days of the period on which a store had it paused. */
  pausedDays: z.array(dayText),
})
export type ProductDays = z.output<typeof productDays>

export const readProductDays = route({
  name: 'readProductDays',
  method: 'GET',
  path: '/reports/product/days',
  summary: 'One product by day, channel and store, with its price changes and pauses',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
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
