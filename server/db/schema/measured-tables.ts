import type { MeasureColumn } from '../../../contract/reports/metrics/measures.ts'

type MeasureColumns = Record<MeasureColumn, number>

interface SalesOfDay extends MeasureColumns {
  business_day: string
  merchant_id: string
  platform: string
  store_id: string
  type: string
}

interface SalesOfHour extends SalesOfDay {
  hour: number
}

interface SalesSoFar extends MeasureColumns {
  business_day: string
  hour: number
  store_id: string
}

/** The tables with a column for every counted measure; tables.generated.ts has all others. */
export interface MeasuredTables {
  sales_days: SalesOfDay
  sales_hours: SalesOfHour
  sales_so_far: SalesSoFar
  sales_through: SalesOfDay
}

/** The type of the columns of measures in each of these tables. */
export const measureTypes: Record<keyof MeasuredTables, 'integer' | 'bigint'> = {
  sales_days: 'integer',
  sales_hours: 'integer',
  sales_so_far: 'integer',
  // Running sums over many days.
  sales_through: 'bigint',
}
export const measuredTables: readonly string[] = Object.keys(measureTypes)
