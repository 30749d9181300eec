import { sql, type RawBuilder } from 'kysely'
import type { PeriodPlan } from './plan-period.rules.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** One row for all stores with otherwise equal rows. */
export type OfStores<T> = Omit<T, 'storeId'> & { readonly stores: readonly string[] }

/** Groups rows that differ only in their store, so that a hundred stores are a few index scans. */
export function groupStores<T extends { readonly storeId: string }>(
  rows: readonly T[],
): readonly OfStores<T>[] {
  const groups = new Map<string, OfStores<T> & { stores: string[] }>()
  const groupOf = (row: T): { stores: string[] } => {
    const key = keyWithoutStore(row)
    const { storeId: _, ...rest } = row
    const group = groups.get(key) ?? { ...rest, stores: [] }
    groups.set(key, group)
    return group
  }
  let [last] = rows
  let group = last ? groupOf(last) : { stores: [] }
  for (const row of rows) {
    // Most rows equal the previous one; comparing is cheaper than building a key.
    if (last && !differOnlyInStore(last, row)) group = groupOf(row)
    group.stores.push(row.storeId)
    last = row
  }
  return [...groups.values()]
}

function differOnlyInStore<T extends { readonly storeId: string }>(one: T, other: T): boolean {
  for (const name in other) if (name !== 'storeId' && one[name] !== other[name]) return false
  return true
}

/** A key of all values but the store. JSON.stringify is too slow for some thousand rows per report. */
function keyWithoutStore(row: { readonly storeId: string }): string {
  let key = ''
  for (const name in row) {
    if (name === 'storeId') continue
    const value: unknown = lookup(row, name)
    key += `${name}=${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)};`
  }
  return key
}

/** Keeps the selected channels of pieces `p`; `table` must have a merchant_id. */
export const chosenMerchant = (table: string): RawBuilder<unknown> =>
  sql.raw(`(p.merchants is null or p.merchants ? ${table}.merchant_id)`)

/** The part of a plan that determines the figures. */
export type FigureDays = Pick<PeriodPlan, 'ranges' | 'weekdays' | 'weekdayBits' | 'hourBits'>
export type Weekdays = Pick<PeriodPlan, 'weekdays' | 'weekdayBits'>
export const everyWeekday: Weekdays = { weekdays: null, weekdayBits: 0 }

/** Keeps the weekdays that count; `table` must have a business_day. */
export const countedWeekday = (plan: Weekdays, table: string): RawBuilder<unknown> =>
  plan.weekdays === null
    ? sql`true`
    : sql`((${plan.weekdayBits}::integer >> extract(isodow from ${sql.raw(table)}.business_day)::integer) & 1) = 1`

/** Drops parts that are `false`: a part that reads nothing would still be planned. */
export const unionAll = (parts: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> =>
  sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )
