import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { dayPeriodQuery, periodFacts } from './period.ts'
import { route } from '../shared/route.ts'
import { billingBases, billingStatuses, differenceKinds } from './choices.ts'

export { billingBases, billingStatuses, differenceKinds }

/** The period is limited because the figures are computed from individual orders. */
export const billingDaysLimit = 93

/**
 * `sale`: orders sold on these business days, whenever they are paid. `payout`: orders paid on these
 * dates, whenever they were sold. The two are never added up.
 */
export type BillingBasis = (typeof billingBases)[number]

/**
 * `expected`: our estimate; the marketplace has reported nothing yet. `settled`: the marketplace has
 * computed the order. `paid`: the money was transferred. `divergent`: something differs, paid or not.
 */
export type BillingStatus = (typeof billingStatuses)[number]

export type DifferenceKind = (typeof differenceKinds)[number]

/** The order's effect on the payout, in signed centavos. */
const parts = {
  /** Paid by the customer through the marketplace. */
  saleCents: z.int(),
  /** Discounts paid by the marketplace. */
  subsidyCents: z.int(),
  commissionCents: z.int(),
  paymentFeeCents: z.int(),
  logisticsCents: z.int(),
  adjustmentCents: z.int(),
  netCents: z.int(),
} as const
export const payoutParts = z.strictObject(parts)
export type PayoutParts = z.output<typeof payoutParts>

export const billedOrder = z.strictObject({
  storeId: z.uuid(),
  /** Null: the marketplace reports an order that we do not have. */
  orderId: z.nullable(z.uuid()),
  displayId: z.nullable(z.string()),
  externalId: z.string(),
  saleDay: dayText,
  cancelled: z.boolean(),
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  marketplaceDiscountCents: z.int(),
  /** Paid directly to the store, on delivery or at the counter. */
  collectedCents: z.int(),
  estimate: payoutParts,
  /** Null: not billed yet. */
  billed: z.nullable(payoutParts),
  expectedOn: z.nullable(dayText),
  paidOn: z.nullable(dayText),
  status: z.enum(billingStatuses),
  differences: z.array(z.strictObject({ kind: z.enum(differenceKinds), cents: z.int() })),
})
export type BilledOrder = z.output<typeof billedOrder>

const payout = z.strictObject({
  storeId: z.uuid(),
  id: z.string(),
  /** The sales week that it pays for, Monday to Sunday. */
  periodFrom: dayText,
  periodTo: dayText,
  expectedOn: z.nullable(dayText),
  paidOn: z.nullable(dayText),
  status: z.enum(['expected', 'settled', 'paid', 'failed', 'divergent']),
  orders: z.int(),
  parts: payoutParts,
  /** Lines without an order: monthly fee, advances. Included in `netCents` of the parts. */
  otherCents: z.int(),
  /** The transfer announced by the marketplace; null until it has computed the week. */
  transferCents: z.nullable(z.int()),
  /** What was paid of it before its day, and what that cost. `paid` ones are due no more. */
  anticipations: z.array(
    z.strictObject({
      originalOn: z.nullable(dayText),
      paidOn: z.nullable(dayText),
      originalCents: z.int(),
      feeCents: z.int(),
      cents: z.int(),
      status: z.enum(['waiting', 'paid', 'failed']),
    }),
  ),
})
export type Payout = z.output<typeof payout>

const totals = z.strictObject({
  orders: z.int(),
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  marketplaceDiscountCents: z.int(),
  collectedCents: z.int(),
  estimate: payoutParts,
  billed: payoutParts,
  /** Past or expected transfer for these orders: billed amounts where available, estimates elsewhere. */
  netCents: z.int(),
  /**
   * What the marketplace takes of the store, without the fees that customers paid to it; billed amounts where
   * available, estimates elsewhere. Of orders that we have.
   */
  keptCents: z.int(),
  statuses: z.strictObject({ expected: z.int(), settled: z.int(), paid: z.int(), divergent: z.int() }),
})
export type BillingTotals = z.output<typeof totals>

export const orderBilling = z.strictObject({
  period: periodFacts,
  basis: z.enum(billingBases),
  stores: z.array(z.strictObject({ storeId: z.uuid(), name: z.string() })),
  totals,
  compared: totals,
  /** By kind; unrecognised differences first. */
  differences: z.array(z.strictObject({ kind: z.enum(differenceKinds), orders: z.int(), cents: z.int() })),
  /**
   * Payouts of the period: with `sale`, those of the weeks in which it was sold; with `payout`, those
   * paid in it.
   */
  payouts: z.array(payout),
  /** Unpaid payouts, regardless of the period. */
  upcoming: z.array(payout),
  /** Lines of the period without an order. */
  otherLines: z.array(
    z.strictObject({
      storeId: z.uuid(),
      kind: z.string(),
      description: z.nullable(z.string()),
      day: dayText,
      cents: z.int(),
    }),
  ),
  /**
   * Payments that the store collected itself, by method, for the period's sale days. Only with basis
   * `sale`.
   */
  collected: z.array(
    z.strictObject({
      platform: z.enum(platforms),
      method: z.string(),
      prepaid: z.boolean(),
      orders: z.int(),
      cents: z.int(),
    }),
  ),
  /** Cash of the store's own couriers, by order date. Only with basis `sale`. */
  couriers: z.array(
    z.strictObject({
      storeId: z.uuid(),
      name: z.string(),
      orders: z.int(),
      cashCents: z.int(),
      settledCents: z.int(),
    }),
  ),
  /** When the marketplace's ledger was last read, and the failures since; null: no marketplace. */
  imported: z.nullable(z.strictObject({ at: z.nullable(instant), failing: z.array(z.string()) })),
  orders: z.array(billedOrder),
  /** Cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
})
export type OrderBilling = z.output<typeof orderBilling>

export const billingPageSize = 50

export const readOrderBilling = route({
  name: 'readOrderBilling',
  method: 'GET',
  path: '/reports/orderBilling',
  summary:
    'What the marketplace pays for each order and week, against our estimate, with each difference named',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    ...dayPeriodQuery,
    basis: z._default(z.enum(billingBases, 'Escolha dia da venda ou dia do repasse.'), 'sale'),
    /** Filters the list; the totals include every status. */
    status: z.optional(z.enum(billingStatuses, 'Situação desconhecida.')),
    difference: z.optional(z.enum(differenceKinds, 'Diferença desconhecida.')),
    after: z.optional(
      z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_[\w.-]{1,100}_[0-9a-f-]{36}$/, 'Posição inválida.')),
    ),
  }),
  files: Object.values(reportFileTypes),
  reply: orderBilling,
  errors: [
    'store/not-found',
    'permission/denied',
    'validation/refused',
    'report/range-too-long',
    'report/too-many-orders',
  ],
})
