import type { ProductReport, ProductSort } from '../../../contract/reports/product.ts'
import { percent, plural, upTo } from '../../words/format.ts'

export const sortLabels: Record<ProductSort, string> = {
  revenue: 'Maior faturamento',
  quantity: 'Mais vendidos',
  fall: 'Mais caíram',
  cancellation: 'Mais cancelados',
  lost: 'Mais perdidos em pausa',
}

/** Quantities for display: `1.240`, `3,5`. */
export const quantityText = (milli: number): string => upTo(Math.round(milli / 100) / 10, 1)

/** How few products make most of the revenue. */
export function productSentence({ totals, products, classes }: ProductReport): string {
  if (products === 0) return 'Nenhum produto vendido no período.'
  const best = classes.find((row) => row.class === 'A')
  if (!best || best.products >= products) return 'O faturamento vem de todos os produtos.'
  const share = percent(best.cents / Math.max(1, totals.cents), 0)
  return `${plural(best.products, 'produto faz', 'produtos fazem')} ${share} do faturamento.`
}
