import type { RawGroup } from '../../difference/candidate.ts'

/** Several prices of one item are its sizes: the cheapest is its price, the others cost what they add. In centavos. */
export function groupOfSizes(prices: readonly { readonly name: string; readonly cents: number }[]): {
  readonly lowestCents: number
  readonly group: RawGroup
} {
  const lowestCents = Math.min(...prices.map(({ cents }) => cents))
  const options = prices.map(({ name, cents }, index) => ({
    name: name || `Opção ${String(index + 1)}`,
    priceCents: cents - lowestCents,
  }))
  return { lowestCents, group: { name: 'Tamanho', minPermitted: 1, maxPermitted: 1, options } }
}
