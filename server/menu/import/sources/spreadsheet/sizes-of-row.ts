import type { RawGroup } from '../../../difference/candidate.ts'
import { groupOfSizes } from '../group-of-sizes.ts'
import type { Places } from './columns.ts'
import { priceOf, type ReadPrice } from './price-of-cell.ts'
import { emptyCell, type Cell } from './sheet.ts'

export interface ReadSizes extends ReadPrice {
  readonly group: RawGroup | null
}

/** The prices by size of a row. Null: its table has none, or the row has only a price of its own. */
export function sizesOf(cells: readonly Cell[], { at, sizes }: Places, hasPrice: boolean): ReadSizes | null {
  if (sizes.length === 0) return null
  const prices: { name: string; cents: number }[] = []
  const notes: string[] = []
  for (const { index, name } of sizes) {
    const cell = cells[index] ?? emptyCell
    // A size without a price, or with a dash, is not sold.
    if (/^[\s\-–—xX]*$/.test(cell.text) && cell.fault === undefined) continue
    const price = priceOf(cell)
    if (price.cents === null)
      return {
        cents: null,
        group: null,
        problem: `O preço de ${name}, “${cell.text.trim()}”, não é um preço.`,
      }
    prices.push({ name, cents: price.cents })
    if (price.note) notes.push(price.note)
  }
  if (prices.length === 0 && hasPrice) return null
  if (prices.length === 0) return { cents: null, group: null, problem: 'Nenhum tamanho tem preço.' }
  const { lowestCents, group } = groupOfSizes(prices)
  return {
    cents: lowestCents,
    group: at.has('priceMethod') ? { ...group, priceMethod: 'SUM' } : group,
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  }
}
