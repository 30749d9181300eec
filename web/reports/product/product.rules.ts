import type { ProductReport, ProductSort } from '../../../contract/reports/product.ts'
import { money, percent, plural, upTo } from '../../words/format.ts'

export const sortLabels: Record<ProductSort, string> = {
  revenue: 'Maior receita',
  quantity: 'Mais vendidos',
  fall: 'Mais caíram',
  cancellation: 'Mais cancelados',
  lost: 'Mais perdidos em pausa',
}

/** Quantities for display: `1.240`, `3,5`. */
export const quantityText = (milli: number): string => upTo(Math.round(milli / 100) / 10, 1)

/** A one-sentence summary: sold quantity, change, and how few products make most of it. */
export function productSentence({ totals, compared, products, classes, period }: ProductReport): string {
  if (products === 0) return 'Nenhum produto vendido no período.'
  const best = classes.find((row) => row.class === 'A')
  const sold = `${plural(products, 'produto vendeu', 'produtos venderam')} ${money(totals.cents)}`
  const few =
    best && best.products < products
      ? `; ${plural(best.products, 'deles faz', 'deles fazem')} ${percent(best.cents / Math.max(1, totals.cents), 0)} da receita`
      : ''
  if (period.comparison.empty || compared.cents === 0) return `${sold}${few}.`
  const change = totals.cents / compared.cents - 1
  const words =
    Math.abs(change) < 0.005
      ? 'igual ao período comparado'
      : `${percent(Math.abs(change), 0)} ${change > 0 ? 'a mais' : 'a menos'} que no período comparado`
  return `${sold}, ${words}${few}.`
}
