import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { noMeasures, addMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { pivotRowsLimit, type SalePivot, type SalePivotRow } from '../../../contract/reports/sale.ts'
import { type Platform, channelName } from '../../../contract/shared/channels.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { meanOf } from '../daily/daily-report.rules.ts'
import { meanOver } from './sale-series.rules.ts'
import type { TotalsRow, PartKind, PartRow } from '../figures/figure-rows.ts'

export type MeasuredPivot = Exclude<SalePivot, PartKind>

/** Labels of a pivot's keys, in addition to those that files have. */
export interface PivotNames {
  readonly stores: ReadonlyMap<string, string>
  readonly drivers: ReadonlyMap<string, string>
}

/** Rows of a pivot with every measure. */
export function measuredRows(
  by: MeasuredPivot,
  totals: readonly TotalsRow[],
  names: PivotNames,
  divisor: number,
): SalePivotRow[] {
  const groups = new Map<string, { now: Measures; before: Measures }>()
  for (const row of totals) {
    const key = by === 'channel' ? row.platform : by === 'type' ? row.type : row.storeId
    const group = groups.get(key) ?? { now: noMeasures, before: noMeasures }
    groups.set(
      key,
      row.shift === 0
        ? { ...group, now: addMeasures(group.now, row.measures) }
        : { ...group, before: addMeasures(group.before, row.measures) },
    )
  }
  const mean = meanOver(divisor)
  return ranked(
    [...groups].map(([key, { now, before }]) => {
      return {
        key,
        name: measuredName(by, key, names),
        platform: by === 'channel' ? (key as Platform) : null,
        type: by === 'type' ? (key as OrderType) : null,
        current: { orders: validOrders(now), cents: netCents(now) },
        // Computed from the exact sums, not from rounded means.
        compared: { orders: mean(validOrders(before)), cents: mean(netCents(before)) },
        share: null,
        totals: now,
        comparedTotals: meanOf(before, divisor),
      }
    }),
  )
}

function measuredName(by: MeasuredPivot, key: string, names: PivotNames): string {
  if (by === 'channel') return channelName(key as Platform)
  return (by === 'type' ? lookup(orderTypeNames, key) : names.stores.get(key)) ?? key
}

const without: Record<Exclude<PartKind, 'payment'>, string> = {
  district: 'Sem bairro',
  driver: 'Sem motoboy',
  coupon: 'Sem cupom',
}

/** Rows of a pivot by part; orders without a value are the rest of the total. */
export function partRows(
  by: PartKind,
  parts: readonly PartRow[],
  totals: readonly TotalsRow[],
  names: PivotNames,
  divisor: number,
): SalePivotRow[] {
  const groups = new Map<string, PartGroup>()
  for (const part of parts) addPart(groupOf(groups, part.value), part)
  if (by !== 'payment') {
    const rest = groupOf(groups, '')
    for (const { shift, measures } of totals) {
      addPart(rest, { shift, name: '', orders: validOrders(measures), cents: netCents(measures) })
    }
    for (const { shift, name, orders, cents } of parts) {
      addPart(rest, { shift, name, orders: -orders, cents: -cents })
    }
  }
  const mean = meanOver(divisor)
  return ranked(
    [...groups]
      .filter(
        ([, group]) =>
          group.orders !== 0 || group.cents !== 0 || group.comparedOrders !== 0 || group.comparedCents !== 0,
      )
      .map(([key, group]) => ({
        key,
        name: partName(by, key, group, names),
        platform: null,
        type: null,
        current: { orders: group.orders, cents: group.cents },
        compared: { orders: mean(group.comparedOrders), cents: mean(group.comparedCents) },
        share: null,
        totals: null,
        comparedTotals: null,
      })),
  )
}

interface PartGroup {
  orders: number
  cents: number
  comparedOrders: number
  comparedCents: number
  readonly names: Map<string, number>
}

function groupOf(groups: Map<string, PartGroup>, key: string): PartGroup {
  const found = groups.get(key)
  if (found) return found
  const made = { orders: 0, cents: 0, comparedOrders: 0, comparedCents: 0, names: new Map<string, number>() }
  groups.set(key, made)
  return made
}

function addPart(
  group: PartGroup,
  part: { shift: number; name: string; orders: number; cents: number },
): void {
  if (part.shift === 0) {
    group.orders += part.orders
    group.cents += part.cents
  } else {
    group.comparedOrders += part.orders
    group.comparedCents += part.cents
  }
  if (part.name !== '') group.names.set(part.name, (group.names.get(part.name) ?? 0) + part.orders)
}

function partName(by: PartKind, key: string, group: PartGroup, names: PivotNames): string {
  switch (by) {
    case 'payment': {
      const [method = '', when] = key.split('/')
      return paymentName(method, when === 'prepaid')
    }
    case 'driver':
      return key === '' ? without.driver : (names.drivers.get(key) ?? 'Motoboy removido')
    case 'coupon':
      return key === '' ? without.coupon : key
    case 'district': {
      if (key === '') return without.district
      const [written] = [...group.names].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      return written?.[0] ?? key
    }
  }
}

export const othersKey = 'others'

/** By cents, largest first; rows beyond the limit share one row. With shares. */
function ranked(rows: readonly SalePivotRow[]): SalePivotRow[] {
  const sorted = rows.toSorted(
    (a, b) =>
      b.current.cents - a.current.cents || b.compared.cents - a.compared.cents || (a.key < b.key ? -1 : 1),
  )
  const shown = sorted.slice(0, pivotRowsLimit)
  const [first, ...rest] = sorted.slice(pivotRowsLimit)
  if (first)
    shown.push({
      ...rest.reduce(together, first),
      key: othersKey,
      name: 'Outros',
      platform: null,
      type: null,
    })
  const whole = shown.reduce((sum, row) => sum + row.current.cents, 0)
  return shown.map((row) => ({ ...row, share: whole > 0 ? row.current.cents / whole : null }))
}

const together = (a: SalePivotRow, b: SalePivotRow): SalePivotRow => ({
  ...a,
  current: { orders: a.current.orders + b.current.orders, cents: a.current.cents + b.current.cents },
  compared: { orders: a.compared.orders + b.compared.orders, cents: a.compared.cents + b.compared.cents },
  totals: a.totals && b.totals ? addMeasures(a.totals, b.totals) : null,
  comparedTotals:
    a.comparedTotals && b.comparedTotals ? addMeasures(a.comparedTotals, b.comparedTotals) : null,
})
