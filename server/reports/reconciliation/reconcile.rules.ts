import type { ReconciliationKind } from '../../../contract/reports/reconciliation.ts'
import type { MerchantSale, StatementLine } from '../../marketplaces/ledger.ts'

/** An order as we have it. `fresh`: so new that a statement need not have it yet. */
export interface OwnSale {
  readonly orderId: string
  readonly externalId: string
  readonly displayId: string
  readonly itemsCents: number
  readonly status: string
  readonly inMonth: boolean
  readonly fresh: boolean
}

/** Our lines of an order in the month, or those without an order. */
export interface OwnLines {
  readonly externalId: string | null
  readonly cents: number
  readonly lines: number
  readonly fresh: boolean
}

export interface Sides {
  readonly sales: readonly MerchantSale[]
  readonly lines: readonly StatementLine[]
  readonly ownSales: readonly OwnSale[]
  readonly ownLines: readonly OwnLines[]
}

export interface Difference {
  readonly kind: ReconciliationKind
  readonly externalId: string | null
  readonly displayId: string | null
  readonly thereCents: number | null
  readonly hereCents: number | null
}

/** Rounding tolerance. */
const toleranceCents = 2

/** Every difference, the largest first. */
export function differencesOf(sides: Sides): readonly Difference[] {
  return [...salesThatDiffer(sides), ...linesThatDiffer(sides)].toSorted((a, b) => gapOf(b) - gapOf(a))
}

const gapOf = ({ thereCents, hereCents }: Amounts): number => Math.abs((thereCents ?? 0) - (hereCents ?? 0))

function* salesThatDiffer({ sales, ownSales }: Sides): Generator<Difference> {
  const own = new Map(ownSales.map((sale) => [sale.externalId, sale]))
  for (const sale of sales) {
    const ours = own.get(sale.externalId)
    const found = differenceOf(sale, ours)
    if (found) yield found
  }
  const there = new Set(sales.map(({ externalId }) => externalId))
  for (const sale of ownSales)
    if (sale.inMonth && sale.status === 'concluded' && !sale.fresh && !there.has(sale.externalId))
      yield {
        kind: 'saleOnlyHere',
        externalId: sale.externalId,
        displayId: sale.displayId,
        thereCents: null,
        hereCents: sale.itemsCents,
      }
}

function differenceOf(sale: MerchantSale, ours: OwnSale | undefined): Difference | null {
  const named = {
    externalId: sale.externalId,
    displayId: ours?.displayId ?? sale.displayId,
    thereCents: sale.itemsCents,
    hereCents: ours?.itemsCents ?? null,
  }
  if (!ours) return sale.state === 'sold' ? { kind: 'saleOnlyThere', ...named } : null
  if (sale.state === 'cancelled')
    return ours.status === 'concluded' ? { kind: 'cancelledThere', ...named, thereCents: null } : null
  if (sale.state !== 'sold' || ours.status === 'cancelled') return null
  const isOdd = Math.abs(sale.itemsCents - ours.itemsCents) > toleranceCents
  return isOdd ? { kind: 'saleDiffers', ...named } : null
}

function* linesThatDiffer({ lines, sales, ownLines, ownSales }: Sides): Generator<Difference> {
  const there = sumsOf(lines)
  const here = new Map(ownLines.map((one) => [one.externalId, one]))
  const names = new Map<string | null, string>(
    [...sales, ...ownSales].map(({ externalId, displayId }) => [externalId, displayId]),
  )
  for (const externalId of new Set([...there.keys(), ...here.keys()])) {
    const ours = here.get(externalId)
    const amounts = { thereCents: there.get(externalId) ?? null, hereCents: ours?.cents ?? null }
    const isTooNew = amounts.thereCents === null && ours?.fresh === true
    if (gapOf(amounts) <= toleranceCents || isTooNew) continue
    const displayId = names.get(externalId) ?? null
    yield { kind: kindOf(externalId, amounts), externalId, displayId, ...amounts }
  }
}

/** What reaches the bank, by order. */
function sumsOf(lines: readonly StatementLine[]): ReadonlyMap<string | null, number> {
  const sums = new Map<string | null, number>()
  for (const { orderId, cents, transferred } of lines)
    sums.set(orderId, (sums.get(orderId) ?? 0) + (transferred ? cents : 0))
  return sums
}

type Amounts = Pick<Difference, 'thereCents' | 'hereCents'>

function kindOf(externalId: string | null, { thereCents, hereCents }: Amounts): ReconciliationKind {
  if (externalId === null) return 'otherLines'
  if (thereCents === null) return 'linesOnlyHere'
  return hereCents === null ? 'linesOnlyThere' : 'linesDiffer'
}
