const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 })

/**
 * `2 Farofa da casa, 1,5 Picanha`: in the order of the ticket. Dishes of one name are added up, because options and
 * notes are not shown here.
 */
export function itemsSummary(
  items: readonly { readonly name: string; readonly quantity_milli: number }[],
): string {
  const sums = new Map<string, number>()
  for (const { name, quantity_milli } of items) sums.set(name, (sums.get(name) ?? 0) + quantity_milli)
  return [...sums].map(([name, milli]) => `${quantity.format(milli / 1_000)} ${name}`).join(', ')
}
