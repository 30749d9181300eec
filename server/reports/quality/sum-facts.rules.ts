import type { QualityFacts } from './read-quality-facts.ts'

/** Further reasons share one row. */
const causesShown = 20

type Cause = QualityFacts['causes'][number]
interface Sums {
  readonly orders: number
  readonly cents: number
}

/** Merges facts that were read for disjoint sets of stores. */
export function sumFacts(parts: readonly QualityFacts[]): QualityFacts {
  return {
    counts: parts.flatMap((part) => part.counts),
    days: summed(
      parts.flatMap((part) => part.days),
      (row) => row.day,
      ['received', 'cancelled', 'promised', 'onTime'],
    ).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    stages: parts.flatMap((part) => part.stages),
    minutes: summed(
      parts.flatMap((part) => part.minutes),
      (row) => `${row.kind} ${row.stage} ${String(row.minute)}`,
      ['orders'],
    ).toSorted((a, b) => a.minute - b.minute),
    causes: shownCauses(
      summed(
        parts.flatMap((part) => part.causes),
        (row) => `${row.responsible} ${row.reason ?? ''}`,
        ['orders', 'cents'],
      ),
    ),
    responsibles: summed(
      parts.flatMap((part) => part.responsibles),
      (row) => row.responsible,
      ['orders', 'cents'],
    ).toSorted((a, b) => mostFirst(a, b) || byText(a.responsible, b.responsible)),
    cancelledFrom: summed(
      parts.flatMap((part) => part.cancelledFrom),
      (row) => row.stage,
      ['orders', 'cents'],
    ).toSorted((a, b) => mostFirst(a, b) || byText(a.stage, b.stage)),
    ownCancellations: parts.flatMap((part) => part.ownCancellations),
  }
}

/** Most orders first; the rest share a last row without a reason. */
function shownCauses(causes: readonly Cause[]): Cause[] {
  const ranked = causes.toSorted(
    (a, b) =>
      mostFirst(a, b) ||
      b.cents - a.cents ||
      byText(a.reason ?? '', b.reason ?? '') ||
      byText(a.responsible, b.responsible),
  )
  const rest = ranked.slice(causesShown)
  if (rest.length === 0) return ranked
  const others = rest.reduce<Sums>(
    (sum, row) => ({ orders: sum.orders + row.orders, cents: sum.cents + row.cents }),
    { orders: 0, cents: 0 },
  )
  return [...ranked.slice(0, causesShown), { reason: null, responsible: 'unknown', ...others }]
}

function summed<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  figures: readonly (keyof T)[],
): readonly T[] {
  const sums = new Map<string, T>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    if (!sum) {
      sums.set(key, row)
      continue
    }
    const added = figures.map((name) => [name, Number(sum[name]) + Number(row[name])])
    sums.set(key, { ...sum, ...Object.fromEntries(added) })
  }
  return [...sums.values()]
}

const mostFirst = (a: { readonly orders: number }, b: { readonly orders: number }): number =>
  b.orders - a.orders
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
