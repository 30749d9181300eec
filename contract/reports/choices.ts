/**
 * The options of the reports, without their schemas: the panel's first page parses addresses with them
 * and must not load code that only reports need.
 */

export const saleSteps = ['hour', 'day', 'week', 'month'] as const

export const salePivots = ['channel', 'store', 'payment', 'type', 'district', 'driver', 'coupon'] as const

export const comparisons = [
  'same-weekday-last-week',
  'yesterday',
  'mean-of-four-same-weekdays',
  'last-year',
  'custom',
] as const

/** What a day is judged by until a person chooses: the one verdict of Agora and of the daily report. */
export const defaultComparison: (typeof comparisons)[number] = 'same-weekday-last-week'

export const productSorts = ['revenue', 'quantity', 'fall', 'cancellation', 'lost'] as const

export const menuProblems = [
  'no-photo',
  'no-description',
  'no-price',
  'no-category',
  'paused',
  'channel-price',
  'store-price',
  'missing-in-store',
  'not-sold',
] as const

/** A pause is highlighted after this many days, more strongly at each step. */
export const longPauseDays = [3, 6, 9] as const

export const billingBases = ['sale', 'payout'] as const

export const billingStatuses = ['expected', 'settled', 'paid', 'divergent'] as const

export const differenceKinds = [
  'unknownOrder',
  'missingSale',
  'saleDiffers',
  'commissionAbove',
  'paymentFeeAbove',
  'logisticsAbove',
  'cancelledCharged',
  'adjustment',
] as const

export const periodComparisons = [
  'same-weekdays',
  'previous-period',
  'mean-of-four',
  'last-year',
  'custom',
  'none',
] as const

export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
