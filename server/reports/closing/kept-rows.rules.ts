import { runningSums, unfixedColumns, type KeptTable } from './kept-tables.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** One kept row that did not follow from its orders. */
export interface Difference {
  readonly table: KeptTable
  /** Business day, or first day of the month; null for figures of the whole past, as a customer's. */
  readonly day: string | null
  /** The rest of the row's key, as `{ platform: 'marketplace', merchant_id: 'm-1' }`. */
  readonly key: Figures
  /** Only the figures that differ; null if there was no such row. */
  readonly before: Figures | null
  /** Only the figures that differ; null if there is no such row. */
  readonly after: Figures | null
}

type Figures = Readonly<Record<string, unknown>>

interface Compared {
  readonly table: KeptTable
  readonly day: string | null
  readonly keys: readonly string[]
  readonly before: readonly Figures[]
  readonly after: readonly Figures[]
}

export function rowDifferences({ table, day, keys, before, after }: Compared): readonly Difference[] {
  const byKey = (rows: readonly Figures[]) => new Map(rows.map((row) => [keyOf(row, keys), row]))
  const [old, now] = [byKey(before), byKey(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const row = old.get(key) ?? now.get(key) ?? {}
    const was = figuresOf(table, old.get(key), keys)
    const is = figuresOf(table, now.get(key), keys)
    const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].filter(
      (name) => JSON.stringify(lookup(was, name)) !== JSON.stringify(lookup(is, name)),
    )
    if (names.length === 0) return []
    const rest = Object.fromEntries(
      keys.filter((name) => lookup(row, name) !== day).map((name) => [name, lookup(row, name)]),
    )
    return [{ table, day, key: rest, before: only(was, names), after: only(is, names) }]
  })
}

const keyOf = (row: Figures, keys: readonly string[]): string =>
  JSON.stringify(keys.map((key) => lookup(row, key)))

const only = (figures: Figures | null, names: readonly string[]): Figures | null =>
  figures && Object.fromEntries(names.map((name) => [name, lookup(figures, name)]))

/** Null for no row, and for one that cancellations reduced to zero. */
function figuresOf(table: KeptTable, row: Figures | undefined, keys: readonly string[]): Figures | null {
  if (!row) return null
  const figures = Object.entries(row)
    .filter(([name]) => !keys.includes(name) && !unfixedColumns.has(name))
    .map(([name, value]): [string, unknown] => [
      name,
      runningSums.has(table) && Array.isArray(value) ? withoutRepeatedEnd(value) : value,
    ])
  return figures.every(([, value]) => isNothing(value)) ? null : Object.fromEntries(figures)
}

const isNothing = (value: unknown): boolean =>
  value === 0 || value === null || value === '' || (Array.isArray(value) && value.every(isNothing))

function withoutRepeatedEnd(values: readonly unknown[]): readonly unknown[] {
  let end = values.length
  while (end > 1 && values[end - 1] === values[end - 2]) end -= 1
  return values.slice(0, end)
}

/** `sales_days, 2026-05-04, balcao TAKEOUT: gross_cents 3001 → 3000`. */
export function differenceText({ table, day, key, before, after }: Difference): string {
  const place = [table, day, Object.values(key).filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const figures = Object.keys(before ?? after ?? {}).map((name) =>
    before && after
      ? `${name} ${shown(lookup(before, name))} → ${shown(lookup(after, name))}`
      : `${name} ${shown(lookup(before ?? after, name))}`,
  )
  const what = before && after ? '' : before ? 'linha a mais, ' : 'linha que faltava, '
  return `${place}: ${what}${figures.join(', ')}`
}

const shown = (value: unknown): string => (value === undefined ? 'nada' : JSON.stringify(value))
