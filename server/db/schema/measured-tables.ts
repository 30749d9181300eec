import type pg from 'pg'
import { countedMeasures, type MeasureColumn } from '../../../contract/reports/measures.ts'

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

const columnTypes: Record<keyof MeasuredTables, string> = {
  sales_days: 'integer',
  sales_hours: 'integer',
  sales_so_far: 'integer',
  // Running sums over many days.
  sales_through: 'bigint',
}
export const measuredTables: readonly string[] = Object.keys(columnTypes)

/**
 * Adds the columns of measures that are new in the contract; a table that has them all is not locked. Kept days
 * hold 0 in them until `npm run rebuild-rollups`.
 */
export async function addMeasureColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = any ($1)`,
    [measuredTables],
  )
  const present = new Set(rows.map(({ name }) => name))
  for (const [table, type] of Object.entries(columnTypes)) {
    const added = countedMeasures
      .filter(({ column }) => !present.has(`${table}.${column}`))
      .map(({ column }) => `add column ${column} ${type} not null default 0`)
    if (added.length > 0) await client.query(`alter table ${table} ${added.join(', ')}`)
  }
}
