/**
 * Every table of figures that is computed from the orders. A test compares this list with the tables that a
 * rebuild writes (kept-tables.db.test.ts).
 */

/** Written by roll_up in the transaction that changes an order. */
export const liveTables = [
  'sales_hours',
  'sales_days',
  'sales_store_hours',
  'payment_days',
  'product_days',
  'district_days',
] as const

/** Written when a store's days are closed (close-days.ts). */
export const closedTables = [
  'sales_day_hours',
  'sales_so_far',
  'sales_month_days',
  'sales_through',
  'sales_weekday_hours',
  'sales_parts',
  'sales_part_months',
  'quality_days',
  'cancellation_days',
  'product_month_days',
  'product_months',
  'product_prices',
  'day_products',
  'usual_days',
  'usual_products',
  'customer_figures',
  'customer_cohorts',
  'customer_standings',
  'customer_first_days',
  'customer_districts',
  'customer_tops',
  'billing_days',
  'courier_days',
] as const

export type KeptTable = (typeof liveTables)[number] | (typeof closedTables)[number]

/** What a name was last written as does not follow from the orders alone. */
export const unfixedColumns: ReadonlySet<string> = new Set(['name', 'names'])

/** Running sums by day: one repeated at the end says the same as one that ends earlier. */
export const runningSums: ReadonlySet<KeptTable> = new Set<KeptTable>(['product_month_days'])
